-- Where somebody has signed in from: guesses from elsewhere do not shut them out there (decision 037).

-- CreateTable
CREATE TABLE "known_place" (
    "user_id" INTEGER NOT NULL,
    "network_hash" BYTEA NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_place_pkey" PRIMARY KEY ("user_id","network_hash")
);

-- CreateIndex
CREATE INDEX "known_place_last_used_at_idx" ON "known_place"("last_used_at");

-- AddForeignKey
ALTER TABLE "known_place" ADD CONSTRAINT "known_place_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

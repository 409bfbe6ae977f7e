-- The key of each day for the hashes of client addresses in the log; deleted after 48 hours.
CREATE TABLE "log_key" (
    "day" DATE NOT NULL,
    "key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "log_key_pkey" PRIMARY KEY ("day")
);

-- Which processes live: a lease of one that was silent for too long is free before its end.

CREATE TABLE "process_heartbeat" (
    "id" TEXT NOT NULL,
    "beat_at" TIMESTAMPTZ(3) NOT NULL,
    "steady_since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "process_heartbeat_pkey" PRIMARY KEY ("id")
);

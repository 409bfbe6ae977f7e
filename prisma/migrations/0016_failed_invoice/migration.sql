-- Which failed renewal a subscriber was told of: the job that told it is deleted after a week (decision 071).

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN "failed_invoice_id" TEXT;

-- The figures count the subscriptions that began in a month.
CREATE INDEX CONCURRENTLY subscription_subscription_date_idx ON subscription (subscription_date);

-- no-transaction
-- The entries of one request: for the ledger's filter, and for the backfill chat-record-charged.
create index concurrently if not exists ledger_entry_by_request on ledger_entry (account_id, request_id);

-- A receiver of an account with the events that it wants. What is sent to it is signed with its own secret. A delivery for the
-- webhookUrl of a request has no endpoint and is signed with the account's secret.
create table webhook_endpoint (
  account_id           uuid not null references account on delete cascade,
  endpoint_id          uuid not null,
  url                  text not null,
  description          text not null,
  event_types          text[],
  is_enabled           boolean not null default true,
  secret               text not null,
  previous_secret      text,
  previous_valid_until timestamptz,
  created_at           timestamptz not null default now(),
  primary key (account_id, endpoint_id),
  constraint webhook_endpoint_previous check ((previous_secret is null) = (previous_valid_until is null))
);

create index webhook_endpoint_previous_ends on webhook_endpoint (previous_valid_until)
  where previous_valid_until is not null;

comment on column webhook_endpoint.event_types is 'null means all';

-- A worker of the version before this one knows no endpoints: it signs with the account's secret, the receiver refuses that, and
-- a later attempt by a worker of this version is accepted.
alter table webhook_delivery add column endpoint_id uuid;
alter table webhook_attempt add column answer_text text;

comment on column webhook_attempt.answer_text is 'the beginning of what the receiver answered';

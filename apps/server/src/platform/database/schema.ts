import type { ColumnType, Generated } from "kysely";

type Moment = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** The tables as the migrations leave them. */
export interface Schema {
  account: {
    account_id: string;
    email: string;
    created_at: Moment;
    granted: Generated<number>;
    balance: Generated<number>;
    held: Generated<number>;
    spent: Generated<number>;
  };
  api_key: {
    account_id: string;
    key_id: string;
    name: string;
    secret_hash: Buffer;
    shown_prefix: string;
    rate_per_minute: number | null;
    created_at: Moment;
    replaced_at: NullableMoment;
    expires_at: NullableMoment;
    revoked_at: NullableMoment;
  };
  api_key_window: {
    account_id: string;
    key_id: string;
    last_second: Generated<number>;
    seen: Generated<number>;
    seen_by_second: Generated<number[]>;
    last_used_at: NullableMoment;
  };
  ledger_entry: {
    account_id: string;
    created_at: Moment;
    entry_id: Generated<number>;
    kind: "grant" | "hold" | "capture" | "release";
    amount: number;
    operation: string | null;
    request_id: string | null;
    key_id: string | null;
    hold_id: string | null;
    note: string | null;
  };
  hold: {
    account_id: string;
    hold_id: string;
    key_id: string;
    process_id: string;
    amount: number;
    operation: string;
    request_id: string;
    idempotency_key: string | null;
    created_at: Moment;
    deadline: Moment;
  };
  idempotent_answer: {
    account_id: string;
    idempotency_key: string;
    fingerprint: Buffer;
    hold_id: string;
    expires_at: Moment;
    answer_status: number | null;
    answer_headers: ColumnType<Record<string, string> | null, string | null, string | null>;
    answer_body: Buffer | null;
    answer_object: string | null;
  };
  process: {
    process_id: string;
    role: string;
    host: string;
    started_at: Moment;
    seen_at: Moment;
  };
  web_source: {
    source_id: Buffer;
    url: string;
    read_at: NullableMoment;
    next_read_at: Moment;
    failure: string | null;
    is_refused: Generated<boolean>;
    reading_token: string | null;
    reading_until: NullableMoment;
    used_at: Moment;
  };
  web_page: {
    source_id: Buffer;
    page_id: Buffer;
    page_number: number;
    url: string;
    etag: string | null;
    last_modified: string | null;
    links: string[];
  };
  web_passage: {
    source_id: Buffer;
    page_id: Buffer;
    passage_number: number;
    place: string | null;
    heading: string;
    body: string;
    language: string;
    search: string;
  };
}

import type { ColumnType, Generated } from "kysely";

type Moment = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

interface LimitColumns {
  rate_per_minute: number | null;
  keys: number | null;
  streams: number | null;
  stored_bytes: number | null;
  pages: number | null;
  heavy_operations: number | null;
}

interface DropAllowedWallet {
  account_id: string;
  collection_id: string;
  /** The Merkle root of the list. */
  allow_list: string;
  wallet: string;
  proof: string[];
}

export interface Schema {
  account: {
    account_id: string;
    email: string;
    created_at: Moment;
    granted: Generated<number>;
    balance: Generated<number>;
    held: Generated<number>;
    spent: Generated<number>;
    name: Generated<string | null>;
  };
  limit_default: LimitColumns & { is_only: Generated<boolean> };
  account_limit: LimitColumns & { account_id: string };
  account_place: {
    account_id: string;
    kind: "streams" | "pages" | "heavyOperations";
    place_id: string;
    process_id: string;
    taken_at: Moment;
  };
  api_key: {
    account_id: string;
    key_id: string;
    kind: Generated<"owner" | "dashboard" | "member">;
    user_id: Generated<string | null>;
    name: string;
    secret_hash: Buffer;
    shown_prefix: string;
    rate_per_minute: number | null;
    created_at: Moment;
    replaced_at: NullableMoment;
    expires_at: NullableMoment;
    revoked_at: NullableMoment;
    allowed_operations: string[] | null;
    monthly_limit: number | null;
    stores_results: Generated<boolean>;
  };
  api_key_window: {
    account_id: string;
    key_id: string;
    last_second: Generated<number>;
    seen: Generated<number>;
    seen_by_second: Generated<number[]>;
    last_used_at: NullableMoment;
  };
  request_log_setting: { account_id: string; stores_bodies: boolean };
  ledger_entry: {
    account_id: string;
    created_at: Moment;
    entry_id: Generated<number>;
    kind: "grant" | "hold" | "capture" | "release" | "reclaim";
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
    /** Null when the hold belongs to work that continues after its request. */
    process_id: string | null;
    amount: number;
    operation: string;
    request_id: string;
    idempotency_key: string | null;
    created_at: Moment;
    deadline: NullableMoment;
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
  library_item: {
    account_id: string;
    item_id: string;
    created_at: Moment;
    hold_id: string | null;
    kind: "image" | "contract" | "audit" | "deployment";
    title: string;
    prompt: string | null;
    model: string | null;
    key_id: string | null;
    request_id: string | null;
    price: Generated<number>;
    details: ColumnType<Record<string, unknown>, string, never>;
    content_type: string | null;
    bytes: number;
    expires_at: NullableMoment;
    is_favourite: Generated<boolean>;
    share_token: string | null;
  };
  collection: {
    account_id: string;
    collection_id: string;
    name: string | null;
    key_id: string;
    state: Generated<"queued" | "processing" | "completed" | "failed" | "cancelled">;
    amount: number;
    price_each: number;
    hold_id: string;
    request: ColumnType<unknown, string, never>;
    model: string;
    seed: number;
    chain_id: number;
    wallet_address: string;
    webhook_url: string | null;
    engine: string | null;
    planned: Generated<number>;
    next_number: Generated<number>;
    made: number | null;
    failed: number | null;
    needs_cleanup: Generated<boolean>;
    stored_bytes: Generated<number>;
    created_at: Moment;
    started_at: NullableMoment;
    finished_at: NullableMoment;
  };
  collection_image: {
    account_id: string;
    collection_id: string;
    number: number;
    state: Generated<"waiting" | "made" | "failed" | "cancelled">;
    fence: Generated<number>;
    seed: number;
    traits: ColumnType<{ trait_type: string; value: string }[], string, never>;
    failures: Generated<number>;
    losses: Generated<number>;
    retry_at: NullableMoment;
    object: string | null;
    sha256: Buffer | null;
    cid: string | null;
    byte_size: number | null;
    width: number | null;
    height: number | null;
    engine: string | null;
    warnings: ColumnType<string[] | null, string | null | undefined, string | null>;
    credential: string | null;
    error_code: string | null;
    error_message: string | null;
    made_at: NullableMoment;
    finish_order: number | null;
  };
  image_line: {
    model: string;
    virtual_time: Generated<number>;
    down_since: NullableMoment;
    paused_until: NullableMoment;
  };
  account_turn: {
    account_id: string;
    model: string;
    virtual_start: number;
    look_at: NullableMoment;
  };
  image_claim: {
    account_id: string;
    collection_id: string;
    number: number;
    fence: number;
    process_id: string;
    model: string;
    claimed_at: Moment;
  };
  chat_context: {
    account_id: string;
    key_id: string;
    context: ColumnType<unknown, string, string>;
    saved_at: Moment;
  };
  chat_record: {
    account_id: string;
    key_id: string;
    created_at: Moment;
    record_id: string;
    sdk_unique_id: string | null;
    model: string;
    question: string;
    answer: string;
    characters: number;
    request_id: string;
    prompt_tokens: number | null;
    completion_tokens: number | null;
    first_text_in_ms: number;
    charged: number | null;
  };
  chat_session: {
    account_id: string;
    key_id: string;
    sdk_unique_id: string;
    records: number;
    last_at: Generated<Date>;
  };
  chat_key: { account_id: string; key_id: string; records: number };
  chat_retention: { account_id: string; days: number };
  process: {
    process_id: string;
    role: string;
    host: string;
    started_at: Moment;
    seen_at: Moment;
    in_touch_since: Moment;
  };
  spend_alert: {
    account_id: string;
    alert_id: string;
    kind: "day" | "month" | "balance";
    amount: number;
    created_at: Moment;
    sent_at: NullableMoment;
    sent_for: string | null;
    is_below: Generated<boolean>;
  };
  webhook_endpoint: {
    account_id: string;
    endpoint_id: string;
    url: string;
    description: string;
    event_types: string[] | null;
    is_enabled: Generated<boolean>;
    secret: string;
    previous_secret: string | null;
    previous_valid_until: NullableMoment;
    created_at: Moment;
  };
  webhook_delivery: {
    account_id: string;
    delivery_id: string;
    endpoint_id: string | null;
    url: string;
    type: string;
    body: string;
    state: Generated<"pending" | "delivered" | "failed" | "stopped">;
    created_at: Moment;
    due_at: NullableMoment;
    give_up_at: Moment;
    attempts: Generated<number>;
    tries: Generated<number>;
    job_id: string | null;
  };
  webhook_attempt: {
    account_id: string;
    delivery_id: string;
    attempt: number;
    ended_at: Moment;
    elapsed_in_ms: number;
    answer_status: number | null;
    answer_text: string | null;
    error: string | null;
  };
  webhook_gone: { account_id: string; url: string; gone_at: Moment };
  webhook_secret: {
    account_id: string;
    secret: string;
    created_at: Moment;
    previous_secret: string | null;
    previous_valid_until: NullableMoment;
  };
  web_source: {
    source_id: Buffer;
    url: string;
    read_at: NullableMoment;
    next_read_at: Moment;
    failure: string | null;
    is_refused: Generated<boolean>;
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
  token_metadata: {
    account_id: string;
    collection_id: string;
    metadata_id: string;
    name: string;
    description: string;
    symbol: string;
    /** An `int4multirange` of token numbers. */
    numbers: string;
    created_at: Moment;
  };
  collection_pin: {
    account_id: string;
    collection_id: string;
    state: Generated<"queued" | "pinning" | "pinned" | "failed">;
    root: string | null;
    request_id: string | null;
    problem: string | null;
    changed_at: Moment;
  };
  mint_signer: {
    chain_id: number;
    address: string;
    next_nonce: Generated<number>;
    checked_block: number | null;
  };
  forgotten_mint: {
    chain_id: number;
    contract: string;
    token_id: string;
    signer: string;
    to_address: string;
    token_uri: string;
    hash: string;
    nonce: number;
    block: number;
    found_at: Moment;
  };
  token_mint: {
    account_id: string;
    collection_id: string;
    number: number;
    chain_id: number;
    contract: string;
    signer: string;
    to_address: string;
    token_uri: string;
    state: Generated<"queued" | "signed" | "minted" | "failed">;
    nonce: number | null;
    token_id: string | null;
    hash: string | null;
    problem: string | null;
    not_before: Moment;
    created_at: Moment;
    changed_at: Moment;
    failures: Generated<number>;
    price: Generated<number>;
    hold_id: string | null;
    absences: Generated<number>;
    absent_since_block: number | null;
    batch_position: Generated<number>;
  };
  mint_transaction: {
    account_id: string;
    collection_id: string;
    number: number;
    nonce: number;
    attempt: number;
    hash: string;
    raw: string;
    gas: string;
    max_fee: string;
    max_priority_fee: string | null;
    signed_at: Moment;
    sent_at: NullableMoment;
    is_self_transfer: Generated<boolean>;
    signed_at_block: Generated<number>;
    refusals: Generated<number>;
  };
  wallet_mint: {
    account_id: string;
    collection_id: string;
    number: number;
    token_uri: string;
    hash: string;
    token_id: string | null;
    created_at: Moment;
  };
  image_regeneration: {
    account_id: string;
    collection_id: string;
    number: number;
    state: Generated<"queued" | "failed">;
    seed: number;
    price: number;
    hold_id: string;
    problem: string | null;
    created_at: Moment;
  };
  collection_drop: {
    account_id: string;
    collection_id: string;
    chain_id: number;
    owner: string;
    name: string;
    symbol: string;
    token_name: string;
    description: string;
    base_uri: string;
    supply: number;
    royalty_basis_points: number;
    /** In wei. */
    price: string;
    starts_at: Date;
    max_per_wallet: number;
    allow_list: string | null;
    code_hash: string;
    hash: string | null;
    hash_reported_at: Date | null;
    address: string | null;
    created_at: Moment;
  };
  drop_wallet: { account_id: string; collection_id: string; wallet: string; proof: string[] };
  drop_list_wallet: DropAllowedWallet;
  /** A view of all allow lists. */
  drop_allowed_wallet: DropAllowedWallet;
  audit_result: { digest: Buffer; report: string; created_at: Moment };
  app_user: {
    id: string;
    name: string;
    email: string;
    email_verified: boolean;
    is_operator: Generated<boolean>;
  };
  member: {
    id: Generated<string>;
    account_id: string;
    user_id: string;
    role: "owner" | "admin" | "developer" | "billing" | "viewer";
    created_at: Moment;
  };
  invitation: {
    id: string;
    account_id: string;
    email: string;
    role: "admin" | "developer" | "billing" | "viewer";
    status: Generated<"pending" | "accepted" | "rejected" | "canceled">;
    inviter_id: string;
    expires_at: Moment;
    created_at: Moment;
  };
  audit_entry: {
    account_id: string;
    entry_id: Generated<number>;
    happened_at: Moment;
    user_id: string;
    member: string;
    action: string;
    subject: string | null;
    details: ColumnType<Record<string, string | number | boolean | null>, string, string>;
    address: string | null;
    is_confirmed: Generated<boolean>;
  };
  user_session: {
    id: string;
    user_id: string;
    address: string | null;
    user_agent: string | null;
    expires_at: Moment;
    created_at: Moment;
    updated_at: Moment;
  };
  user_verification: { id: string; expires_at: Moment; created_at: Moment };
  dashboard_secret: { fingerprint: string; first_used_at: Moment };
  attempt_window: { subject: Buffer; attempts: number; ends_at: Moment };
  usage_hour: {
    account_id: string;
    hour: Moment;
    key_id: string;
    operation: string;
    requests: number;
    spent: number;
  };
  voucher: {
    code_hash: Buffer;
    amount: number;
    note: string;
    created_at: Moment;
    expires_at: NullableMoment;
    account_id: string | null;
    redeemed_at: NullableMoment;
    created_by: string | null;
  };
  credit_grant: {
    account_id: string;
    grant_id: string;
    entry_id: number;
    amount: number;
    note: string;
    granted_by: string;
    created_at: Moment;
  };
  engine_pause: { process_id: string; engine: string; since: Moment };
  queue_minute: { queue: string; minute: Moment; waiting: number; oldest_in_s: number };
  ledger_check: {
    check_id: Generated<number>;
    checked_at: Moment;
    checked_by: string;
    elapsed_in_ms: number;
    accounts: number;
    mismatches: ColumnType<{ accountId: string; problem: string }[], string, never>;
  };
  payment: {
    account_id: string;
    payment_id: string;
    provider: string;
    credits: number;
    amount: number;
    currency: string;
    provider_payment: string | null;
    created_at: Moment;
    paid_at: NullableMoment;
    paid_amount: number | null;
    due_back: Generated<number>;
    reclaimed: Generated<number>;
    is_automatic: Generated<boolean>;
  };
  auto_top_up: {
    account_id: string;
    is_enabled: boolean;
    below: number;
    credits: number;
    amount: number;
    currency: string;
    monthly_limit: number;
    stopped_reason: string | null;
    pending_payment: string | null;
    pending_since: NullableMoment;
  };
  payment_method: {
    account_id: string;
    provider: string;
    customer: string;
    method: string;
    name: string;
    saved_at: Moment;
  };
  payment_reversal: {
    account_id: string;
    payment_id: string;
    reversal_id: string;
    kind: "refund" | "refunds in total" | "dispute";
    amount: number;
    stands: boolean;
  };
}

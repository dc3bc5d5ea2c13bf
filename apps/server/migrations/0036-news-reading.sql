-- How many articles the members of an account read in the dashboard without a charge on a day (UTC). One row for each account:
-- the next day starts again at zero.
create table news_reading (
  account_id uuid primary key references account on delete cascade,
  day        date not null,
  articles   integer not null check (articles >= 0)
);

-- What two FTS5 tables do in SQLite: trigrams of texts, per company.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Texts of messages, folded for comparison; filled by a task, not by a trigger, so that receiving pays nothing.
create table message_search (
  "companyId" bigint not null,
  "messageId" bigint not null,
  body text collate "C" not null,
  primary key ("companyId", "messageId"),
  foreign key ("companyId", "messageId") references messages ("companyId", id) on delete cascade
);
create index message_search_trigrams on message_search using gin ("companyId", body gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256);

-- Former form of a canonical number: Brazil without the ninth digit, Mexico with 1, Argentina without 9, Benin without 01.
create function former_form(number text) returns text language sql immutable as $$
  select case
    when number ~ '^55[1-9][1-9]9[6-9]' and length(number) = 13 then '55' || substr(number, 3, 2) || substr(number, 6)
    when number ~ '^52[2-9]' and length(number) = 12 then '521' || substr(number, 3)
    when number ~ '^(54911|549[23])' and length(number) = 13 then '54' || substr(number, 4)
    when number ~ '^22901[2-9]' and length(number) = 13 then '229' || substr(number, 6)
    else '' end
$$;

-- All digits under which people look for a contact: its number, those of its aliases, and the former form of each.
create function known_numbers(company bigint, contact bigint, number text) returns text language sql stable as $$
  select coalesce(number || ' ' || former_form(number), '')
    || coalesce((select string_agg(' ' || n.number || ' ' || former_form(n.number), '' order by n.id) from contact_aliases n
      where n."companyId" = company and n."contactId" = contact and n.number is not null), '')
$$;

-- Name, numbers and e-mail of each contact.
create table contact_search (
  "companyId" bigint not null,
  "contactId" bigint not null,
  body text collate "C" not null,
  numbers text collate "C" not null,
  primary key ("companyId", "contactId"),
  foreign key ("companyId", "contactId") references contacts ("companyId", id) on delete cascade
);
create index contact_search_trigrams on contact_search using gin ("companyId", body gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256);

create function index_contact(company bigint, contact bigint) returns void language sql as $$
  insert into contact_search ("companyId", "contactId", body, numbers)
    select c."companyId", c.id, c."searchText" || chr(10) || k.numbers || chr(10) || lower(c.email), k.numbers
      from contacts c, known_numbers(c."companyId", c.id, c.number) as k(numbers)
      where c."companyId" = company and c.id = contact
    on conflict ("companyId", "contactId") do update set body = excluded.body, numbers = excluded.numbers
$$;

create function contacts_fts_written() returns trigger language plpgsql as $$
begin
  perform index_contact(new."companyId", new.id);
  return null;
end $$;
create trigger contacts_fts_added after insert on contacts for each row
  execute function contacts_fts_written();
create trigger contacts_fts_changed after update of "searchText", number, email on contacts for each row
  when (old."searchText" <> new."searchText" or old.number is distinct from new.number or old.email <> new.email)
  execute function contacts_fts_written();

create function contacts_fts_alias_written() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform index_contact(old."companyId", old."contactId");
  end if;
  if tg_op <> 'DELETE' then
    perform index_contact(new."companyId", new."contactId");
  end if;
  return null;
end $$;
create trigger contacts_fts_alias_added after insert on contact_aliases for each row
  execute function contacts_fts_alias_written();
create trigger contacts_fts_alias_changed after update of "contactId", number on contact_aliases for each row
  execute function contacts_fts_alias_written();
create trigger contacts_fts_alias_gone after delete on contact_aliases for each row
  execute function contacts_fts_alias_written();

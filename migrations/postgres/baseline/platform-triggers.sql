create function media_used_more() returns trigger language plpgsql as $$
begin
  insert into media_used ("companyId", bytes)
    values (new."companyId", new.size)
    on conflict ("companyId") do update set bytes = media_used.bytes + excluded.bytes;
  return null;
end $$;
create trigger media_used_more after insert on media for each row
  execute function media_used_more();

create function media_used_less() returns trigger language plpgsql as $$
begin
  update media_used set bytes = bytes - old.size where "companyId" = old."companyId";
  return null;
end $$;
create trigger media_used_less after delete on media for each row
  execute function media_used_less();

create function audit_log_kept() returns trigger language plpgsql as $$
begin
  if not (exists (select 1 from companies where id = old."companyId")) then
    return old;
  end if;
  raise exception using errcode = 'restrict_violation', message = 'the audit log is append-only';
  return old;
end $$;
create trigger audit_log_kept before delete on audit_log for each row
  execute function audit_log_kept();

create function audit_log_unchanged() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'restrict_violation', message = 'the audit log is append-only';
  return new;
end $$;
create trigger audit_log_unchanged before update on audit_log for each row
  when (new.id <> old.id
    or new."companyId" <> old."companyId"
    or new.at <> old.at
    or new."actorId" is distinct from old."actorId"
    or new."actorName" <> old."actorName"
    or new.address <> old.address
    or new.action <> old.action
    or new.entity <> old.entity
    or new."entityId" is distinct from old."entityId"
    or new."payloadHash" <> old."payloadHash"
    or new.hash <> old.hash
    or new.name <> ''
    or new.before <> '{}'
    or new.after <> '{}'
    or new.salt <> '')
  execute function audit_log_unchanged();

create function erasures_unchanged() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'restrict_violation', message = 'a proof is never rewritten';
  return new;
end $$;
create trigger erasures_unchanged before update on erasures for each row
  execute function erasures_unchanged();

create function erasures_kept() returns trigger language plpgsql as $$
begin
  if not (exists (select 1 from companies where id = old."companyId")) then
    return old;
  end if;
  raise exception using errcode = 'restrict_violation', message = 'a proof is never rewritten';
  return old;
end $$;
create trigger erasures_kept before delete on erasures for each row
  execute function erasures_kept();

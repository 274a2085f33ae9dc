create function contact_list_items_added() returns trigger language plpgsql as $$
begin
  update contact_lists set "contactsCount" = "contactsCount" + 1, "validCount" = "validCount" + (new.validity = 'valid')::int, "invalidCount" = "invalidCount" + (new.validity = 'invalid')::int where id = new."contactListId";
  return null;
end $$;
create trigger contact_list_items_added after insert on contact_list_items for each row
  execute function contact_list_items_added();

create function contact_list_items_gone() returns trigger language plpgsql as $$
begin
  update contact_lists set "contactsCount" = "contactsCount" - 1, "validCount" = "validCount" - (old.validity = 'valid')::int, "invalidCount" = "invalidCount" - (old.validity = 'invalid')::int where id = old."contactListId";
  return null;
end $$;
create trigger contact_list_items_gone after delete on contact_list_items for each row
  execute function contact_list_items_gone();

create function contact_list_items_checked() returns trigger language plpgsql as $$
begin
  update contact_lists set "validCount" = "validCount" + (new.validity = 'valid')::int - (old.validity = 'valid')::int, "invalidCount" = "invalidCount" + (new.validity = 'invalid')::int - (old.validity = 'invalid')::int where id = new."contactListId";
  return null;
end $$;
create trigger contact_list_items_checked after update of validity on contact_list_items for each row
  when (new.validity <> old.validity)
  execute function contact_list_items_checked();

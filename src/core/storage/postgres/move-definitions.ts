/**
 * Statements that remove indexes, references and triggers for the time of a bulk copy, and that make them again, in the
 * order of making. Keys and unique constraints stay, and so do the triggers that fill the search index of contacts.
 */
export const definitionsText = `
  select removal, creation, stays from (
    select 1 as step, i.indexrelid::regclass::text as name, false as stays,
      format('drop index if exists %s', i.indexrelid::regclass) as removal, pg_get_indexdef(i.indexrelid) as creation
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    union all
    select 2, k.conname, false, format('alter table %s drop constraint if exists %I', k.conrelid::regclass, k.conname),
      format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k where k.connamespace = 'public'::regnamespace and k.contype = 'f'
    union all
    select 3, t.tgname, t.tgname like 'contacts\\_fts%',
      format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname),
      format('alter table %s enable trigger %I', t.tgrelid::regclass, t.tgname)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  ) found order by step, name`

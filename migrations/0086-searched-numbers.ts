import { type Kysely, sql } from 'kysely'

/** Former form of a canonical number: Brazil without the ninth digit, Mexico with 1, Argentina without 9, Benin without 01. */
const formerForm = (number: string) => `case
  when ${number} glob '55[1-9][1-9]9[6-9]*' and length(${number}) = 13
    then '55' || substr(${number}, 3, 2) || substr(${number}, 6)
  when ${number} glob '52[2-9]*' and length(${number}) = 12 then '521' || substr(${number}, 3)
  when (${number} glob '54911*' or ${number} glob '549[23]*') and length(${number}) = 13 then '54' || substr(${number}, 4)
  when ${number} glob '22901[2-9]*' and length(${number}) = 13 then '229' || substr(${number}, 6)
  else '' end`
const withFormer = (number: string) => `${number} || ' ' || ${formerForm(number)}`

/** The number of a contact, those of its aliases, and the former form of each. */
const numbersOf = (contact: string) => `coalesce(${withFormer(`${contact}.number`)}, '')
  || coalesce((select group_concat(' ' || ${withFormer('n.number')}, '') from contact_aliases n
    where n.companyId = ${contact}.companyId and n.contactId = ${contact}.id and n.number is not null), '')`
const rowId = (row: string, id: string) => `${row}.companyId * 4294967296 + ${row}.${id}`
const columns = 'contacts_fts (rowid, searchText, number, email)'
const valuesOf = (row: string) => `${rowId(row, 'id')}, ${row}.searchText, ${numbersOf(row)}, ${row}.email`

/**
 * A contact is found by all digits under which people know it: the full-text index has the other numbers of its account
 * and the former forms of Brazil, Mexico, Argentina and Benin.
 */
export async function up(db: Kysely<unknown>) {
  const run = (text: string) => sql.raw(text).execute(db)
  const add = `insert into ${columns} values (${valuesOf('new')})`
  const remove = `delete from contacts_fts where rowid = ${rowId('old', 'id')}`
  await run('drop trigger contacts_fts_added')
  await run('drop trigger contacts_fts_changed')
  await run(`create trigger contacts_fts_added after insert on contacts begin ${add}; end`)
  await run(`create trigger contacts_fts_changed after update of searchText, number, email on contacts
    when old.searchText <> new.searchText or old.number is not new.number or old.email <> new.email
    begin ${remove}; ${add}; end`)
  const again = (row: 'new' | 'old') => `delete from contacts_fts where rowid = ${rowId(row, 'contactId')};
    insert into ${columns} select ${valuesOf('c')} from contacts c
      where c.companyId = ${row}.companyId and c.id = ${row}.contactId;`
  await run(`create trigger contacts_fts_alias_added after insert on contact_aliases begin ${again('new')} end`)
  await run(`create trigger contacts_fts_alias_gone after delete on contact_aliases begin ${again('old')} end`)
  await run(`create trigger contacts_fts_alias_changed after update of contactId, number on contact_aliases
    begin ${again('old')} ${again('new')} end`)
  await run(`insert into contacts_fts (contacts_fts) values ('delete-all')`)
  await run(`insert into ${columns} select ${valuesOf('c')} from contacts c`)
}

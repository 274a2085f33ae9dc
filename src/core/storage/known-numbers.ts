import { type RawBuilder, sql } from 'kysely'
import { engineForms } from './engine-forms'

/**
 * SQL for the digits under which people look for a contact: its number, the numbers of its account that WhatsApp or a
 * merge named, and the former form of each, in the four countries of `shared/phone/forms.ts`. The triggers of the
 * full-text index have the same rules (migrations/0086-searched-numbers.ts).
 */

/** Former form of a canonical number: Brazil without the ninth digit, Mexico with 1, Argentina without 9, Benin without 01. */
const formerForm = (number: RawBuilder<unknown>) => sql`case
  when ${number} glob '55[1-9][1-9]9[6-9]*' and length(${number}) = 13
    then '55' || substr(${number}, 3, 2) || substr(${number}, 6)
  when ${number} glob '52[2-9]*' and length(${number}) = 12 then '521' || substr(${number}, 3)
  when (${number} glob '54911*' or ${number} glob '549[23]*') and length(${number}) = 13
    then '54' || substr(${number}, 4)
  when ${number} glob '22901[2-9]*' and length(${number}) = 13 then '229' || substr(${number}, 6)
  else '' end`

const withFormer = (number: RawBuilder<unknown>) => sql`${number} || ' ' || ${formerForm(number)}`

/** All known digits of the row of `contacts` in a query, separated by blanks; empty for a hidden number. */
export const knownNumbers: RawBuilder<string> = engineForms({
  sqlite: sql<string>`(coalesce(${withFormer(sql`"contacts"."number"`)}, '')
  || coalesce((select group_concat(' ' || ${withFormer(sql`"n"."number"`)}, '') from "contact_aliases" "n"
    where "n"."companyId" = "contacts"."companyId" and "n"."contactId" = "contacts"."id"
      and "n"."number" is not null), ''))`,
  postgres: sql`known_numbers("contacts"."companyId", "contacts"."id", "contacts"."number")`,
})

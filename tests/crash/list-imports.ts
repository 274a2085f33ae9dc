import type { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import type { ContactImport } from '../../src/features/contacts/imports/model'
import { sizeOf } from '../size'
import { until } from '../until'
import { openDatabaseReadonly } from './audit'
import type { FeatureUnderKills, Killed } from './feature-under-kills'

const rows = sizeOf({ everyday: 3_000, full: 10_000 })
/** Rows with the number of an earlier row. */
const repeated = rows / 100

function listFile(): FormData {
  const numberOf = (at: number) => `119${80_000_000 + (at % (rows - repeated))}`
  const lines = Array.from({ length: rows }, (_, at) => `Pessoa ${at};${numberOf(at)};`)
  const form = new FormData()
  form.append('file', new File([`nome;numero;email\n${lines.join('\n')}`], 'lista.csv'))
  return form
}

type Row = Pick<ContactImport, 'state' | 'handled' | 'added' | 'repeated' | 'known' | 'invalid'>

/** Imports of people into lists, one after the other, so that each kill interrupts one. */
export function openListImports({ deployment }: Killed): FeatureUnderKills {
  const lists: number[] = []
  const readAll = () => {
    const sqlite = openDatabaseReadonly(deployment)
    const query = 'select state, handled, added, repeated, known, invalid from contact_imports order by id'
    const found = sqlite.query(query).all() as Row[]
    sqlite.close()
    return found
  }
  const begin = async () => {
    if (readAll().at(-1)?.state === 'running') return
    const list = { name: `Clientes ${lists.length}` }
    const { id } = await deployment.send<{ id: number }>('POST', '/contact-lists', list)
    const path = `/contact-lists/${id}/upload`
    const { status } = await deployment.request<ContactImport>('POST', path, undefined, { form: listFile() })
    expect(status).toBe(200)
    lists.push(id)
  }
  return {
    name: 'imports',
    contacts: 0,
    countTickets: () => 0,
    begin,
    async midway() {
      for (;;) {
        const before = readAll().at(-1)?.handled ?? 0
        const isOn = () => (readAll().at(-1)?.handled ?? 0) > before || readAll().at(-1)?.state !== 'running'
        await until('the import goes on', isOn)
        if ((readAll().at(-1)?.handled ?? 0) < rows) return
        await begin() // the last one ended before it was seen halfway
      }
    },
    countOpen: (sqlite: Database) =>
      (sqlite.query("select count(*) as n from contact_imports where state <> 'done'").get() as { n: number }).n,
    expectEachOnce() {
      const whole: Row = { state: 'done', handled: rows, added: rows - repeated, repeated, known: 0, invalid: 0 }
      expect(readAll()).toEqual(lists.map(() => whole))
      const sqlite = openDatabaseReadonly(deployment)
      for (const id of lists) expect(countsOf(sqlite, id)).toEqual(expectedCounts)
      sqlite.close()
    },
  }
}

const expectedCounts = { items: rows - repeated, shown: rows - repeated, errors: repeated, refusedRows: repeated }

const countsOf = (sqlite: Database, listId: number) =>
  sqlite
    .query(
      `select contactsCount as shown, (select count(*) from contact_list_items where contactListId = l.id) as items,
        (select count(*) from contact_import_errors e join contact_imports i on i.id = e.importId
          where i.contactListId = l.id) as errors,
        (select count(distinct row) from contact_import_errors e join contact_imports i on i.id = e.importId
          where i.contactListId = l.id) as refusedRows
      from contact_lists l where id = ?`,
    )
    .get(listId)

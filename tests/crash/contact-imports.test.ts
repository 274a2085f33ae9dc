import { afterEach, expect, test } from 'bun:test'
import type { ContactImport } from '../../src/features/contact-imports/model'
import { until } from '../until'
import { openDatabaseReadonly } from './audit'
import { Deployment } from './deployment'
import { createSeededRandom } from './seeded-random'

const kills = Number(process.env.CRASH_BLOWS ?? 6)
const rows = 30_000
/** Rows with the number of an earlier row. */
const repeated = 300

let deployment: Deployment | undefined
afterEach(() => deployment?.close())

function listFile(): FormData {
  const numberOf = (at: number) => `119${80_000_000 + (at % (rows - repeated))}`
  const lines = Array.from({ length: rows }, (_, at) => `Pessoa ${at};${numberOf(at)};`)
  const form = new FormData()
  form.append('file', new File([`nome;numero;email\n${lines.join('\n')}`], 'lista.csv'))
  return form
}

test('an import adds and refuses each row once, in an executable killed repeatedly', async () => {
  const random = createSeededRandom('contact imports')
  deployment = await Deployment.open()
  const made = deployment
  const { id: listId } = await made.send<{ id: number }>('POST', '/contact-lists', { name: 'Clientes' })
  const path = `/contact-lists/${listId}/upload`
  const { status } = await made.request<ContactImport>('POST', path, undefined, { form: listFile() })
  expect(status).toBe(200)
  const handled: number[] = []
  for (let blow = 0; blow < kills; blow++) {
    // The first kill may come before any row, each further one after rows that the restarted server has handled.
    const before = readImport(made).handled
    if (blow > 0) await until('the import goes on', () => readImport(made).handled > before || isImported(made))
    await Bun.sleep(random.between(0, blow > 0 ? 300 : 700))
    await made.stop('SIGKILL')
    handled.push(readImport(made).handled)
    made.start()
    await until('the server answers', () =>
      fetch(`${made.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
  }
  await until('the import is done', () => isImported(made), 300_000)
  expect(handled.some((count) => count > 0 && count < rows)).toBe(true)
  expect(readImport(made)).toMatchObject({ handled: rows, added: rows - repeated, repeated, known: 0, invalid: 0 })
  const sqlite = openDatabaseReadonly(made)
  const count = (query: string) => (sqlite.query(query).get() as { count: number }).count
  expect(count('select count(*) as count from contact_list_items')).toBe(rows - repeated)
  expect(count('select contactsCount as count from contact_lists')).toBe(rows - repeated)
  expect(count('select count(distinct row) as count from contact_list_import_errors')).toBe(repeated)
  expect(count('select count(*) as count from contact_list_import_errors')).toBe(repeated)
  sqlite.close()
}, 600_000)

function readImport(made: Deployment) {
  const sqlite = openDatabaseReadonly(made)
  const row = sqlite.query('select state, handled, added, repeated, known, invalid from contact_list_imports').get()
  sqlite.close()
  return row as Pick<ContactImport, 'state' | 'handled' | 'added' | 'repeated' | 'known' | 'invalid'>
}

const isImported = (made: Deployment) => readImport(made).state === 'done'

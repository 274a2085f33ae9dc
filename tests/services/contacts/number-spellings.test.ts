import { expect, test } from 'bun:test'
import type { Scope } from '../../../src/core/scope'
import { addressOf } from '../../../src/features/api/send-api/address'
import { createContact } from '../../../src/features/contacts/contacts/service'
import { uploadContacts } from '../../../src/features/contacts/contacts/spreadsheet/upload'
import { runImport } from '../../../src/features/contacts/imports/run'
import { importFile } from '../../../src/features/contacts/imports/start'
import { createContactList } from '../../../src/features/contacts/lists/service'
import { addOptOut } from '../../../src/features/contacts/opt-outs/service'
import type { AppError } from '../../../src/shared/errors'
import { type NumberFault, numberFaults } from '../../../src/shared/phone/faults'
import { loadBaileys } from '../../../src/whatsapp/baileys'
import { askNumbers } from '../../../src/whatsapp/number-queries'
import { parseVcard } from '../../../src/whatsapp/vcard'
import { createInstallation } from '../../installation'
import { makeSpellings, type Spelling, spelledCountries } from '../../number-spellings'
import { daySeed, sizeOf } from '../../size'

/** Number that a door took, or the name of its refusal. */
type Outcome = string | undefined
type Door = (scope: Scope, spellings: Spelling[]) => Promise<Outcome[]>

/** Number or reason of one text. */
const oneByOne =
  (read: (scope: Scope, text: string) => Promise<string | null>): Door =>
  async (scope, spellings) => {
    const outcomes: Outcome[] = []
    for (const { text } of spellings)
      outcomes.push(
        await read(scope, text).then(
          (number) => number ?? undefined,
          ({ detail }: AppError) => (detail.contact as { number?: string } | undefined)?.number ?? `${detail.reason}`,
        ),
      )
    return outcomes
  }

const doors: Record<string, Door> = {
  form: oneByOne(async (scope, number) => (await createContact(scope, { name: 'Maria', number })).number),
  API: oneByOne(
    async (scope, number) => (await addressOf(scope, { companyId: scope.companyId, whatsappId: 1 }, number)).number,
  ),
  'opt-outs': oneByOne(async (scope, number) => (await addOptOut(scope, { number })).number),
  card: oneByOne(async (scope, text) => {
    const { numbers } = parseVcard(['BEGIN:VCARD', 'FN:Maria', `TEL;TYPE=CELL:${text}`, 'END:VCARD'].join('\r\n'))
    return (await createContact(scope, { name: 'Maria', number: numbers[0] ?? '' })).number
  }),
  'contact import': async (scope, spellings) => {
    const outcomes: Outcome[] = []
    for (const { text } of spellings) {
      const { newContacts, errorBag } = await uploadContacts(scope, [{ name: 'Maria', number: text }])
      outcomes.push(newContacts[0]?.number ?? errorBag[0]?.error)
      await scope.transaction(({ db }) => db.delete('contacts').where('isGroup', '=', 0).execute())
    }
    return outcomes
  },
  'list import': async (scope, spellings) => {
    const { id: contactListId } = await createContactList(scope, { name: 'Lista' })
    const lines = spellings.map(({ text }, at) => `Pessoa ${at};"${text.replaceAll('"', '""')}"`)
    const file = new File([['nome;numero', ...lines].join('\n')], 'lista.csv')
    const { id: importId } = await importFile(scope, contactListId, { file })
    await runImport.run(scope, { importId }, { number: 1, last: false })
    const people = await scope.db.select('contact_list_items').select(['name', 'number']).execute()
    const refused = await scope.db
      .select('contact_import_errors')
      .select(['name', 'number', 'fault'])
      .where('cell', '=', '')
      .execute()
    const found = new Map(people.map(({ name, number }) => [name, number]))
    for (const { name, number, fault } of refused) found.set(name, fault === 'repeated' ? number : fault)
    return spellings.map((_, at) => found.get(`Pessoa ${at}`))
  },
}

const spellings = makeSpellings(sizeOf({ everyday: 400, full: 2000 }), daySeed)

test.each(Object.entries(doors))(
  '%s reads spellings of 45 countries rightly or refuses them by name',
  async (_, door) => {
    const wrong: unknown[] = []
    let right = 0
    for (const country of spelledCountries) {
      const { scopeOf, acme } = await createInstallation()
      await acme.transaction((tx) => tx.insert('settings', { key: 'country', value: country }).execute())
      const typed = spellings.filter((spelling) => spelling.country === country)
      const outcomes = await door(scopeOf('ana'), typed)
      for (const [at, { text, number }] of typed.entries()) {
        const outcome = outcomes[at]
        if (outcome === number) right++
        else if (!numberFaults.includes(outcome as NumberFault)) wrong.push({ country, text, number, outcome })
      }
    }
    expect(wrong).toEqual([])
    expect(right).toBeGreaterThan(spellings.length * 0.8)
  },
  300_000,
)

/** Digits under which WhatsApp keeps an account: those of older numbering plans in Brazil, Mexico and Argentina. */
const accountOf = (digits: string) =>
  digits
    .replace(/^55([3-9]\d)9(\d{8})$/, '55$1$2')
    .replace(/^52([2-9]\d{9})$/, '521$1')
    .replace(/^54(11\d{8}|[23]\d{9})$/, '549$1')

test('a contact made while WhatsApp knows every number is the typed person, or refused by name', async () => {
  const baileys = await loadBaileys()
  const list = (forms: string[]) =>
    forms.map((form) => ({ id: `${accountOf(form)}@s.whatsapp.net`, contact: { asked: form, exists: true } }))
  const outcomes = { right: 0, refused: 0 }
  const wrong: unknown[] = []
  const typed = makeSpellings(450, daySeed)
  for (const country of spelledCountries) {
    const { scopeOf, acme, insertConnection, whatsapp } = await createInstallation()
    await acme.transaction((tx) => tx.insert('settings', { key: 'country', value: country }).execute())
    whatsapp.openConnections.add((await insertConnection()).id)
    whatsapp.onWhatsApp = (_, numbers) =>
      askNumbers(
        baileys,
        { executeUSyncQuery: async (query) => ({ list: list(phonesOf(query)), sideList: [] }) },
        numbers,
      )
    const ofCountry = typed.filter((spelling) => spelling.country === country)
    for (const [at, outcome] of (await doors.form!(scopeOf('ana'), ofCountry)).entries()) {
      const { text, number } = ofCountry[at] as Spelling
      if (outcome === number) outcomes.right++
      else if (numberFaults.includes(outcome as NumberFault)) outcomes.refused++
      else wrong.push({ country, text, number, outcome })
    }
  }
  expect(wrong).toEqual([])
  expect(outcomes.right).toBeGreaterThan(outcomes.refused * 4)
})

/** Numbers of a query, as the server reads them. */
const phonesOf = ({ users }: { users: { phone?: string }[] }) => users.map(({ phone }) => `${phone}`.replace(/\D/g, ''))

import { describe, expect, test } from 'bun:test'
import { visibleTo } from '../../../src/events'
import { attachMedia, removeMedia } from '../../../src/features/inbox/quick-messages/media'
import type { QuickMessage, QuickMessageInput } from '../../../src/features/inbox/quick-messages/model'
import { getQuickMessage, listOffered, listQuickMessages } from '../../../src/features/inbox/quick-messages/read'
import {
  createQuickMessage,
  deleteQuickMessage,
  updateQuickMessage,
} from '../../../src/features/inbox/quick-messages/service'
import { sweepMedia } from '../../../src/features/platform/media/sweep'
import { replaceVariables } from '../../../src/shared/variables'
import { createInstallation, type Name } from '../../installation'

async function createQuickMessages() {
  const installation = await createInstallation()
  const make = (as: Name, shortcode: string, more: Partial<QuickMessageInput> = {}) =>
    createQuickMessage(installation.scopeOf(as), { shortcode, message: `Texto de ${shortcode}`, ...more })
  const offered = async (as: Name) =>
    (await listOffered(installation.scopeOf(as))).records.map(({ shortcode }) => shortcode)
  return { ...installation, make, offered }
}

test("a user is offered own messages first, then the company's, without disabled ones", async () => {
  const { make, offered } = await createQuickMessages()
  await make('bob', 'pix')
  await make('bob', 'oi')
  await make('bob', 'velha', { status: false })
  await make('sara', 'oi', { geral: true })
  await make('sara', 'segredo')
  expect([await offered('bob'), await offered('ana'), await offered('rui')]).toEqual([['oi', 'oi', 'pix'], ['oi'], []])
})

test('a shortcode is unique per user and per company, and is stored without its slash', async () => {
  const { make, scopeOf } = await createQuickMessages()
  expect(await make('bob', '/Olá')).toMatchObject({ shortcode: 'Olá', geral: false, status: true, userId: 3 })
  const taken = { code: 'ERR_SHORTCODE_ALREADY_EXISTS' }
  await expect(make('bob', 'ola')).rejects.toMatchObject(taken)
  await make('caio', 'ola')
  const shared = await make('ana', 'ola', { geral: true })
  await expect(make('sara', '/OLA', { geral: true })).rejects.toMatchObject(taken)
  const other = await make('ana', 'tchau', { geral: true })
  await expect(updateQuickMessage(scopeOf('ana'), other.id, { shortcode: 'ola' })).rejects.toMatchObject(taken)
  expect(await updateQuickMessage(scopeOf('ana'), shared.id, { shortcode: 'ola' })).toMatchObject({ shortcode: 'ola' })
})

describe('rights', () => {
  test('only admins and supervisors write messages of the company', async () => {
    const { make, scopeOf } = await createQuickMessages()
    const refusal = { code: 'ERR_NO_PERMISSION' }
    await expect(make('bob', 'oi', { geral: true })).rejects.toMatchObject(refusal)
    const mine = await make('bob', 'oi')
    await expect(updateQuickMessage(scopeOf('bob'), mine.id, { geral: true })).rejects.toMatchObject(refusal)
    const shared = await make('sara', 'ola', { geral: true })
    await expect(updateQuickMessage(scopeOf('bob'), shared.id, { message: 'x' })).rejects.toMatchObject(refusal)
    await expect(deleteQuickMessage(scopeOf('bob'), shared.id)).rejects.toMatchObject(refusal)
    expect(await getQuickMessage(scopeOf('bob'), shared.id)).toMatchObject({ shortcode: 'ola' })
    expect(await updateQuickMessage(scopeOf('ana'), shared.id, { message: 'Nova' })).toMatchObject({ userId: 2 })
  })

  test('own messages of a user are visible to no other user, admins included', async () => {
    const { make, scopeOf } = await createQuickMessages()
    const { id } = await make('bob', 'oi')
    for (const as of ['sara', 'ana'] as const) {
      await expect(getQuickMessage(scopeOf(as), id)).rejects.toThrow('ERR_NO_PERMISSION')
      await expect(deleteQuickMessage(scopeOf(as), id)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
    }
    await expect(getQuickMessage(scopeOf('rui'), id)).rejects.toThrow('ERR_NO_QUICK_FOUND')
  })

  test('a message of the company made personal disappears for other users', async () => {
    const { make, scopeOf, viewerOf, published, offered } = await createQuickMessages()
    const { id } = await make('sara', 'oi', { geral: true })
    published.length = 0
    await updateQuickMessage(scopeOf('ana'), id, { geral: false })
    expect([await offered('ana'), await offered('sara')]).toEqual([['oi'], []])
    const told = published[0]?.payload as Parameters<(typeof visibleTo)['quickMessage']>[1]
    expect(visibleTo.quickMessage(viewerOf('ana'), told)).toMatchObject({ action: 'update' })
    for (const name of ['sara', 'bob'] as const)
      expect(visibleTo.quickMessage(viewerOf(name), told)).toMatchObject({ action: 'delete', quickMessageId: id })
    await updateQuickMessage(scopeOf('ana'), id, { message: 'Outra' })
    const own = published[1]?.payload as typeof told
    expect(visibleTo.quickMessage(viewerOf('bob'), own)).toBeNull()
  })
})

test('pages by shortcode return each row once, and a loaded page plus events equals a new load', async () => {
  const { make, scopeOf, viewerOf, published } = await createQuickMessages()
  for (let n = 0; n < 30; n++) await make('bob', `a${String(n).padStart(2, '0')}`)
  for (let n = 0; n < 15; n++) await make('ana', `b${n}`, { geral: true })
  await make('caio', 'segredo')
  const seen = new Map<number, QuickMessage>()
  const keep = (rows: QuickMessage[]) => rows.forEach((row) => void seen.set(row.id, row))
  published.length = 0
  let page = await listQuickMessages(scopeOf('bob'), { all: true })
  keep(page.records)
  await updateQuickMessage(scopeOf('bob'), 3, { message: 'Outra', shortcode: 'zz' })
  await updateQuickMessage(scopeOf('ana'), 40, { geral: false })
  await deleteQuickMessage(scopeOf('bob'), 7)
  await make('caio', 'outro segredo'.replace(' ', '-'))
  while (page.next) {
    page = await listQuickMessages(scopeOf('bob'), { all: true, cursor: page.next })
    keep(page.records)
  }
  for (const { payload } of published) {
    const heard = visibleTo.quickMessage(viewerOf('bob'), payload as never)
    if (heard?.action === 'delete') seen.delete(heard.quickMessageId)
    else if (heard) seen.set(heard.quickMessage.id, heard.quickMessage)
  }
  const pages = await Array.fromAsync([1, 2, 3], (pageNumber) =>
    listQuickMessages(scopeOf('bob'), { all: true, pageNumber }),
  )
  const fresh = pages.flatMap(({ records }) => records)
  expect([...seen.values()].sort((a, b) => a.id - b.id)).toEqual(fresh.sort((a, b) => a.id - b.id))
  expect((await listQuickMessages(scopeOf('bob'), { pageNumber: 2 })).records).toHaveLength(9)
  expect((await listQuickMessages(scopeOf('ana'), {})).records).toHaveLength(15)
})

test('a quick message with neither text nor file is refused, and not offered until its announced file has come', async () => {
  const { make, scopeOf, offered } = await createQuickMessages()
  const empty = { code: 'ERR_QUICK_EMPTY' }
  const bob = scopeOf('bob')
  for (const message of ['', ' \n']) await expect(make('bob', 'vazia', { message })).rejects.toMatchObject(empty)
  const { id } = await make('bob', 'tabela', { message: '', isMedia: true })
  expect(await offered('bob')).toEqual([])
  await attachMedia(bob, id, new File(['preços'], 'tabela.txt'))
  expect(await offered('bob')).toEqual(['tabela'])
  await expect(removeMedia(bob, id)).rejects.toMatchObject(empty)
  await expect(updateQuickMessage(bob, id, { message: '', isMedia: false })).rejects.toMatchObject(empty)
  await updateQuickMessage(bob, id, { message: 'Preços' })
  await removeMedia(bob, id)
  await expect(updateQuickMessage(bob, id, { message: '' })).rejects.toMatchObject(empty)
  expect(await getQuickMessage(bob, id)).toMatchObject({ message: 'Preços', isMedia: false })
})

test('search finds messages by shortcode and text without accents', async () => {
  const { make, scopeOf } = await createQuickMessages()
  await make('bob', 'endereço', { message: 'Rua São João' })
  await make('bob', 'pix')
  const found = async (searchParam: string) =>
    (await listQuickMessages(scopeOf('bob'), { searchParam })).records.map(({ shortcode }) => shortcode)
  expect([await found('SAO'), await found('/endereco'), await found('x')]).toEqual([
    ['endereço'],
    ['endereço'],
    ['pix'],
  ])
})

test('a file stays while a message refers to it, and is swept afterwards', async () => {
  const { make, scopeOf, platform, acme } = await createQuickMessages()
  const { id } = await make('bob', 'tabela')
  const given = new File(['um;dois'], ' preços de  maio.csv', { type: 'text/csv' })
  expect(await attachMedia(scopeOf('bob'), id, given)).toMatchObject({
    isMedia: true,
    mediaName: 'preços_de__maio.csv',
    mediaType: 'text/csv',
    mediaPath: expect.stringContaining('/media/'),
  })
  const tomorrow = Date.now() + 25 * 3_600_000
  const files = async () => (await acme.select('media').select('id').execute()).length
  await sweepMedia(platform, tomorrow)
  expect(await files()).toBe(1)
  expect(await removeMedia(scopeOf('bob'), id)).toMatchObject({ isMedia: false, mediaId: null, mediaPath: null })
  await sweepMedia(platform, tomorrow)
  expect(await files()).toBe(0)
})

const noon = { contactName: ' Maria  Souza ', ticket: { id: 7, createdAt: '2026-11-21T02:30:00.000Z' } }
const saoPaulo = { ...noon, timeZone: 'America/Sao_Paulo', now: new Date('2026-11-21T15:04:05Z') }
test.each([
  ['{{firstName}} {{name}}', 'Maria Maria  Souza'],
  ['{{greeting}}, {{gretting}}, {{ ms }}', 'Boa tarde, Boa tarde, Boa tarde'],
  ['{{protocol}}', '202611207'], // the day before in the company's time zone
  ['{{date}} {{hora}} {{hour}}', '21/11/2026 12:04:05 12:04:05'],
  ['{{constructor}} {{outra}} {{}} {name}', '{{constructor}} {{outra}} {{}} {name}'],
  ['{{{name}}}', '{Maria  Souza}'],
])('the variable %s is replaced by %s', (text, filled) => {
  expect(replaceVariables(text, saoPaulo)).toBe(filled)
})

test("the greeting uses the company's time zone, and inserted values are not replaced again", () => {
  const at = (iso: string, timeZone: string) =>
    replaceVariables('{{ms}}', { ...saoPaulo, timeZone, now: new Date(iso) })
  expect(at('2026-11-21T08:59:59Z', 'America/Sao_Paulo')).toBe('Boa madrugada')
  expect(at('2026-11-21T09:00:00Z', 'America/Sao_Paulo')).toBe('Bom dia')
  expect(at('2026-11-21T21:00:00Z', 'America/Sao_Paulo')).toBe('Boa noite')
  expect(at('2026-11-21T09:00:00Z', 'Asia/Tokyo')).toBe('Boa noite')
  expect(replaceVariables('{{name}}', { ...saoPaulo, contactName: '{{protocol}}' })).toBe('{{protocol}}')
  expect(replaceVariables('{{ms}}', { ...saoPaulo, language: 'en' })).toBe('Good afternoon')
})

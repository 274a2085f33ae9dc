import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import type { CompanyId } from '../../../src/core/storage/schema'
import { addMediaPass, removeMediaPasses } from '../../../src/shared/media-links'
import { companies, createInstallation, type Name, people } from '../../installation'
import { LoginClient } from '../../login-client'
import { png } from '../../sample-files'

afterEach(() => void setSystemTime())

const acmeId = companies.acme as CompanyId
const minutes = 60_000

/** Installation with a picture in Bob's open ticket of queue 1, and functions that open addresses of files. */
async function createPicture() {
  const installation = await createInstallation()
  const { app, store, auth, tokenOf, clientAs } = installation
  const { id: whatsappId } = await installation.insertConnection()
  installation.whatsapp.openConnections.add(whatsappId)
  const { id: ticketId } = await installation.insertTicket({ status: 'open', userId: 3, queueId: 1, whatsappId })
  const medias = [new File([png() as Uint8Array<ArrayBuffer>], 'a.png')]
  await clientAs('bob').messages({ id: ticketId }).post({ medias })
  const open = async (path: string, headers: Record<string, string> = {}) =>
    (await app.handle(new Request(`http://localhost:3000${path}`, { headers }))).status
  const linkOf = async (name: Name) =>
    (await clientAs(name).messages({ id: ticketId }).get({ query: {} })).data?.messages.at(-1)?.mediaUrl ?? ''
  const url = await linkOf('bob')
  const mediaId = url.slice(7, 39)
  const openAs = async (name: Name) => open(`/media/${mediaId}`, { authorization: `Bearer ${await tokenOf(name)}` })
  const openWithPass = (name: Name, address = withoutPass(url)) => open(`${address}&s=${passOf(installation, name)}`)
  const setCompany = async (values: { dueDate?: string; status?: 0 | 1 }) => {
    await store.write(({ kysely }) => kysely.updateTable('companies').set(values).where('id', '=', acmeId).execute())
    await auth.refreshRights(acmeId)
  }
  return { ...installation, ticketId, url, mediaId, open, linkOf, openAs, openWithPass, setCompany }
}

const withoutPass = (url: string) => url.replace(/&s=.*/, '')
const passOf = ({ ports }: Pick<Awaited<ReturnType<typeof createInstallation>>, 'ports'>, name: Name) => {
  const { id, company } = people[name]
  return ports.media.links.passOf({ tokenId: id, userId: id, companyId: companies[company] as CompanyId })
}

describe('the link of a person', () => {
  test('ends with the login that requested it', async () => {
    const { app, open, ticketId } = await createPicture()
    const bob = new LoginClient(app)
    await bob.login('bob')
    const { messages } = (await bob.request('GET', `/messages/${ticketId}`)).body as {
      messages: { mediaUrl: string }[]
    }
    const url = messages.at(-1)?.mediaUrl ?? ''
    expect(await open(url)).toBe(200)
    await bob.request('DELETE', '/auth/logout')
    expect(await open(url)).toBe(404)
  })

  test.each([
    ['disabled', { status: 0 }],
    ['past its due date', { dueDate: '2020-01-01' }],
  ] as const)('opens nothing while the company is %s', async (_, values) => {
    const { url, open, setCompany } = await createPicture()
    await setCompany(values)
    expect(await open(url)).toBe(404)
    await setCompany({ status: 1, dueDate: '2099-12-31' })
    expect(await open(url)).toBe(200)
  })

  test('lives 30 to 60 minutes and is the same for 30', async () => {
    setSystemTime(new Date('2030-01-01T12:00:01Z'))
    const { url, open, linkOf } = await createPicture()
    setSystemTime(new Date('2030-01-01T12:29:59Z'))
    expect(await linkOf('bob')).toBe(url)
    setSystemTime(new Date('2030-01-01T12:59:59Z'))
    expect(await open(url)).toBe(200)
    expect(await linkOf('bob')).not.toBe(url)
    setSystemTime(new Date('2030-01-01T13:00:00Z'))
    expect(await open(url)).toBe(404)
  })

  test('needs a pass, and no changed one', async () => {
    const { url, open } = await createPicture()
    const address = withoutPass(url)
    const [pass = ''] = /[^=]*$/.exec(url) ?? []
    for (const changed of ['', pass.replace(/^3-3-1/, '1-1-1'), `${pass}A`, '3-3-1', '3-3-1.', 'x'])
      expect([changed, await open(`${address}&s=${changed}`)]).toEqual([changed, 404])
    expect(await open(address)).toBe(404)
  })
})

test('a file of a ticket opens for its agent, its queue and admins, by link and by token', async () => {
  const { openAs, openWithPass, acme, ticketId } = await createPicture()
  const statuses = async () => {
    const names = ['bob', 'sara', 'caio', 'ana', 'rui'] as const
    const links = await Promise.all(names.map((name) => openWithPass(name)))
    expect(await Promise.all(names.map(openAs))).toEqual(links)
    return links
  }
  expect(await statuses()).toEqual([200, 200, 404, 200, 404])
  const setQueue = (queueId: number | null, userId: number | null) =>
    acme.transaction((tx) => tx.update('tickets').set({ queueId, userId }).where('id', '=', ticketId).execute())
  await setQueue(2, 3)
  expect(await statuses()).toEqual([200, 404, 404, 200, 404])
  await setQueue(2, null)
  expect(await statuses()).toEqual([404, 404, 404, 200, 404])
  await setQueue(null, null)
  expect(await statuses()).toEqual([404, 404, 200, 200, 404])
})

describe('a file that is used in', () => {
  /** Uses the picture in place of the message's, and returns who of Bob, Sara and Caio may open it. */
  async function seenBy(use: (picture: Awaited<ReturnType<typeof createPicture>>) => Promise<unknown>) {
    const picture = await createPicture()
    await picture.acme.transaction((tx) => tx.update('messages').set({ mediaId: null }).execute())
    await picture.acme.transaction((tx) =>
      tx.update('tickets').set({ queueId: 2, userId: null }).where('id', '=', picture.ticketId).execute(),
    )
    const names = ['bob', 'sara', 'caio'] as const
    expect(await Promise.all(names.map(picture.openAs))).toEqual([404, 404, 404])
    await use(picture)
    return Promise.all(names.map(async (name) => (await picture.openAs(name)) === 200))
  }
  const everyone = [true, true, true]

  test('a contact opens for every user', async () => {
    const seen = await seenBy(({ acme, mediaId }) =>
      acme.transaction((tx) => tx.update('contacts').set({ profilePicUrl: mediaId }).execute()),
    )
    expect(seen).toEqual(everyone)
  })

  test.each([
    [0, [true, false, false]],
    [1, everyone],
  ] as const)('a quick message with geral %d opens for its author, or for every user', async (geral, expected) => {
    const seen = await seenBy(async ({ acme, mediaId, clientAs }) => {
      await clientAs('bob')['quick-messages'].post({ shortcode: 'foto', message: 'veja' })
      await acme.transaction((tx) => tx.update('quick_messages').set({ mediaId, geral }).execute())
    })
    expect(seen).toEqual([...expected])
  })

  test.each([
    [3, [true, false, false]],
    [1, [false, false, false]],
  ])('a schedule of user %d opens for the author and for people who see the ticket', async (userId, expected) => {
    const seen = await seenBy(async ({ acme, mediaId, ticketId }) => {
      const { contactId } = await acme
        .select('tickets')
        .select('contactId')
        .where('id', '=', ticketId)
        .executeTakeFirstOrThrow()
      const row = {
        contactId,
        userId,
        mediaId,
        body: 'oi',
        searchText: 'oi',
        sendAt: '2030-01-01T00:00:00.000Z',
        status: 'PENDENTE',
      }
      await acme.transaction((tx) => tx.insert('schedules', row as never).execute())
    })
    expect(seen).toEqual(expected)
  })
})

describe('a link for a program', () => {
  test('needs no login, lives 24 hours, and ends with the right of the company', async () => {
    setSystemTime(new Date('2030-01-01T12:00:01Z'))
    const { ports, mediaId, open, setCompany } = await createPicture()
    const link = ports.media.links.forProgram(acmeId, mediaId)
    expect(await open(link)).toBe(200)
    await setCompany({ status: 0 })
    expect(await open(link)).toBe(404)
    await setCompany({ status: 1, dueDate: '2030-01-02' })
    setSystemTime(new Date('2030-01-02T12:00:00Z'))
    expect(await open(link)).toBe(200)
    setSystemTime(new Date('2030-01-02T12:31:00Z'))
    expect(await open(link)).toBe(404)
  })

  test('is not made from the link of a person', async () => {
    const { url, open } = await createPicture()
    for (const readers of ['program', 'everyone']) expect(await open(`${withoutPass(url)}&for=${readers}`)).toBe(404)
  })
})

test('the picture of an announcement opens without a login', async () => {
  const { ports, mediaId, open } = await createPicture()
  const link = ports.media.links.forEveryone(acmeId, mediaId, Date.now())
  expect(await open(link)).toBe(200)
  setSystemTime(new Date(Date.now() + 61 * minutes))
  expect(await open(link)).toBe(404)
})

test('links in events name no login; with the pass of the reader they are those of responses', async () => {
  const { hub, viewerOf, clientAs, ticketId, url, ports } = await createPicture()
  const frames: string[] = []
  const listener = { companyId: acmeId, viewer: viewerOf('ana'), tokenId: 1, close() {} }
  hub.join(acmeId, { ...listener, send: (frame) => void frames.push(frame) })
  const medias = [new File([png() as Uint8Array<ArrayBuffer>], 'b.png')]
  const { data } = await clientAs('bob').messages({ id: ticketId }).post({ medias })
  const sent = data?.messages[0]?.mediaUrl ?? ''
  expect(sent).toContain('&s=3-3-1.')
  const frame = frames.find((text) => text.includes('appMessage')) ?? ''
  expect(frame).toContain(`"${withoutPass(sent)}"`)
  expect(frame).not.toContain('&s=')
  expect(addMediaPass(frame, passOf({ ports }, 'bob'))).toContain(`"${sent}"`)
  expect(removeMediaPasses(JSON.stringify({ mediaUrl: url, body: `veja ${url}` }))).toBe(
    JSON.stringify({ mediaUrl: withoutPass(url), body: `veja ${url}` }),
  )
})

test('GET /auth/me returns the pass of the login', async () => {
  const installation = await createPicture()
  expect((await installation.clientAs('bob').auth.me.get()).data?.mediaPass).toBe(passOf(installation, 'bob'))
})

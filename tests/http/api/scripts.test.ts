import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiKey } from '../../../src/features/accounts/api-keys/service'
import { pageSizes } from '../../../src/shared/limits'
import { createInstallation } from '../../installation'

/** Every script of docs/scripts.md, run by its own program against an installation. */

const page = await Bun.file('docs/scripts.md').text()
const folder = mkdtempSync(join(tmpdir(), 'balcao-scripts-'))

type Language = 'sh' | 'python' | 'js'
const blocksOf = (text: string) =>
  Object.fromEntries([...text.matchAll(/```(sh|python|js)\n([\s\S]*?)```/g)].map(([, kind, code]) => [kind, code]))
const sections = page.split(/^## /m).slice(1)
const [beginning, ...scripts] = sections.map((text) => ({
  title: text.slice(0, text.indexOf('\n')),
  blocks: blocksOf(text) as Record<Language, string>,
}))

/** Programs that a machine must have to run the scripts of a language. */
const programs: Record<Language, string[]> = { sh: ['bash', 'curl', 'jq'], python: ['python3'], js: [] }
const commandOf: Record<Language, (file: string) => string[]> = {
  sh: (file) => ['bash', file],
  python: (file) => ['python3', file],
  js: (file) => [process.execPath, file],
}

async function serveCompany() {
  const installation = await createInstallation()
  const { acme, insertContact, insertTicket, insertConnection, whatsapp, scopeOf } = installation
  const server = Bun.serve({ port: 0, fetch: (request) => installation.app.handle(request) })
  const { id: whatsappId } = await insertConnection()
  whatsapp.openConnections.add(whatsappId)
  const { key } = await createApiKey(scopeOf('ana'), { name: 'Scripts', scopes: ['read', 'send', 'manage'] })
  const env: Record<string, string> = { BALCAO_URL: server.url.origin, BALCAO_KEY: key }
  /** Stores a message of the customer. */
  const writeAsCustomer = (ticket: { id: number; contactId: number }, body: string) =>
    acme.transaction((tx) => {
      const content = { body, mediaType: 'chat', mediaId: null, mediaStatus: null, detail: null } as const
      const chat = { ticketId: ticket.id, contactId: ticket.contactId, whatsappId, quotedWaId: null }
      const state = { fromMe: 0, origin: 'customer', userId: null, ack: 0, error: null, proto: null } as const
      return tx.insert('messages', { ...content, ...chat, ...state, waId: crypto.randomUUID() }).execute()
    })
  async function run(language: Language, number: number): Promise<string> {
    const file = join(folder, `${language}-${number}.${language === 'js' ? 'mjs' : language}`)
    await Bun.write(file, `${beginning?.blocks[language]}\n${scripts[number - 1]?.blocks[language]}`)
    const child = Bun.spawn(commandOf[language](file), { env: { ...process.env, ...env }, stderr: 'pipe' })
    const [said, failed, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    expect([language, number, code, failed]).toEqual([language, number, 0, ''])
    return said.trimEnd()
  }
  return { ...installation, server, env, run, whatsappId, writeAsCustomer, insertContact, insertTicket }
}
const servers: { stop(now: boolean): unknown }[] = []
afterAll(() => Promise.all(servers.map((server) => server.stop(true))))

test('the page has ten scripts, each in three languages', () => {
  expect(beginning?.title).toBe('Before the others')
  expect(scripts.map(({ title }) => Number.parseInt(title, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  for (const { title, blocks } of scripts)
    expect([title, ...Object.keys(blocks).sort()]).toEqual([title, 'js', 'python', 'sh'])
})

describe.each(Object.keys(programs) as Language[])('%s', (language) => {
  test.skipIf(programs[language].some((program) => !Bun.which(program)))(
    'does what the page says',
    async () => {
      const all = await serveCompany()
      const { run, env, acme, insertContact, insertTicket, writeAsCustomer, whatsappId } = all
      servers.push(all.server)
      env.MESSAGE_ID = await run(language, 1)
      expect(await run(language, 2)).toBe('1')
      expect((await acme.select('messages').select('body').orderBy('id').execute()).map(({ body }) => body)).toEqual([
        'Seu pedido saiu.',
        'Pedido 4711 pago.',
      ])
      expect(await run(language, 3)).toBe('waiting')
      const sent = await acme.select('messages').select(['ticketId as id', 'contactId']).executeTakeFirstOrThrow()
      await writeAsCustomer(sent, 'Obrigada!')
      expect(await run(language, 4)).toBe('Obrigada!')
      const waiting: string[] = []
      for (let n = 0; n <= pageSizes.tickets; n++) {
        const contact = await insertContact()
        const ticket = await insertTicket({ status: 'pending', contactId: contact.id, whatsappId })
        waiting.push(`${ticket.id} ${contact.name}`)
      }
      expect((await run(language, 5)).split('\n').sort()).toEqual(waiting.sort())
      const ticket = await insertTicket({ status: 'open', userId: 1, queueId: 1, whatsappId })
      env.TICKET_ID = `${ticket.id}`
      await writeAsCustomer(ticket, 'Cadê o pedido?')
      expect(await run(language, 7)).toBe('Bom dia! Já vejo.')
      expect(await run(language, 6)).toBe('< Cadê o pedido?\n> Bom dia! Já vejo.')
      expect(await run(language, 8)).toBe('2')
      expect(await run(language, 9)).toBe('closed')
      expect(await run(language, 10)).toBe('5511977776666')
    },
    300_000,
  ) // each script starts a program
})

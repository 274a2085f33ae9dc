import { beforeAll, expect, test } from 'bun:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { until } from '../harness'
import { button, signIn } from '../screen'
import { nextNumber } from '../shop'
import { harness, setUpOwnShop, shop } from '../shop-setup'

/** An assistant that answers by MCP, and the person who approves what it writes. */

let ana: Page
let key = ''
let number = ''
let ticketId = 0
const client = new Client({ name: 'assistente', version: '1.0.0' })
setUpOwnShop()
beforeAll(async () => {
  ana = await signIn(await harness.newContext({ permissions: ['clipboard-read', 'clipboard-write'] }), shop.url, 'ana')
})

/** Result of a tool. @throws the text of a refusal */
async function call<T>(name: string, input: Record<string, unknown>): Promise<T> {
  type Result = { content: { text: string }[]; isError?: boolean }
  const { content, isError } = (await client.callTool({ name, arguments: input })) as Result
  const text = content[0]?.text ?? ''
  if (isError) throw new Error(`${name}: ${text}`)
  return JSON.parse(text) as T
}
const card = () => ana.getByRole('list', { name: 'Respostas propostas' })

test('the page of the keys tells address and header, and makes a key that needs approval', async () => {
  await ana.goto(`${shop.url}/keys`)
  await ana.getByRole('heading', { name: 'Assistentes de IA (MCP)' }).waitFor()
  await ana.getByText(`${shop.url}/api/mcp`).waitFor()
  await expectAccessible(ana, 'API keys with the address for assistants')
  await button(ana, 'Nova chave').first().click()
  const dialog = ana.getByRole('dialog').last()
  await dialog.getByLabel('Nome', { exact: true }).fill('Assistente')
  expect(await dialog.getByRole('switch').getAttribute('aria-checked')).toBe('true')
  await button(dialog, 'Salvar').click()
  key = (await ana.getByRole('dialog').last().getByLabel('Chave de API', { exact: true }).textContent()) ?? ''
  expect(key).toMatch(/^blc_/)
  await button(ana.getByRole('dialog').last(), 'Copiar a chave').click()
  await button(ana.getByRole('dialog').last(), 'Já copiei').click()
})

test('the official client finds the conversation of a customer and reads it', async () => {
  number = (await harness.control.addCustomer({ number: nextNumber(), name: 'Lia Antunes' })).number
  await harness.control.send({ from: number, to: shop.owner, content: 'Quando chega?' })
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${shop.url}/api/mcp`), { requestInit: { headers } }))
  type Found = { conversations: { id: number }[] }
  const find = async () => {
    const { conversations } = await call<Found>('find_conversations', { text: 'Lia Antunes' })
    if (conversations.length === 0) await Bun.sleep(2000) // a key has 120 calls a minute
    return conversations[0]?.id
  }
  ticketId = await until('the conversation of Lia Antunes', find)
  const { messages } = await call<{ messages: object[] }>('read_conversation', { conversationId: ticketId })
  expect(messages).toMatchObject([{ from: 'customer', text: 'Quando chega?' }])
})

test('a proposal appears in the open conversation, is changed and sent once', async () => {
  const accepted = await fetch(`${shop.url}/api/tickets/${ticketId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'open' }),
  })
  const { uuid } = (await accepted.json()) as { uuid: string }
  await ana.goto(`${shop.url}/tickets/${uuid}`)
  await ana.getByText('Quando chega?').last().waitFor()
  const answer = { conversationId: ticketId, text: 'Chega amanhã.' }
  const { proposal } = await call<{ proposal: { id: number; state: string } }>('answer_conversation', answer)
  expect(proposal.state).toBe('open')
  await card().getByText('Proposta de Assistente').waitFor()
  await card().getByText('Chega amanhã.').waitFor()
  await expectAccessible(ana, 'conversation with a proposal')
  await button(card(), 'Editar').click()
  await card().getByLabel('Texto da resposta').fill('Chega amanhã às 10h.')
  await button(card(), 'Enviar').click()
  await harness.control.waitForCount({ phone: number, count: 1 })
  await card().getByText('Proposta de Assistente').waitFor({ state: 'detached' })
  await ana.getByText('Chega amanhã às 10h.').last().waitFor()
  const read = await call<{ proposal: object }>('read_proposal', { proposalId: proposal.id })
  expect(read.proposal).toMatchObject({ state: 'sent' })
})

test('a discarded proposal sends nothing', async () => {
  const answer = { conversationId: ticketId, text: 'Chega hoje.' }
  const { proposal } = await call<{ proposal: { id: number } }>('answer_conversation', answer)
  await card().getByText('Chega hoje.').waitFor()
  await button(card(), 'Descartar').click()
  await card().getByText('Chega hoje.').waitFor({ state: 'detached' })
  const read = await call<{ proposal: object }>('read_proposal', { proposalId: proposal.id })
  expect(read.proposal).toMatchObject({ state: 'discarded' })
  // Messages of one conversation leave in order: a discarded one would have come before the next.
  await call('answer_conversation', { conversationId: ticketId, text: 'Até logo.' })
  await card().getByText('Até logo.').waitFor()
  await button(card(), 'Enviar').click()
  await harness.control.waitForMessage({ phone: number, contains: 'Até logo.' })
  const texts = (await harness.control.inbox({ phone: number })).map((message) => JSON.stringify(message))
  expect(texts.filter((text) => text.includes('Chega hoje.'))).toEqual([])
  await client.close()
})

import type { Page } from 'playwright'
import { said } from './said'
import { button } from './screen'
import { openTicket } from './ticket'

/** Key of the assistant, which the first picture makes. */
let key = ''

/** Lets an assistant propose an answer in each open conversation, and opens the first one. */
export async function showProposal(page: Page) {
  if (key === '') {
    await button(page, said('Nova chave')).first().click()
    await page.getByRole('dialog').getByLabel(said('Nome')).fill('Assistente da loja')
    await button(page, said('Salvar')).click()
    key = (await page.getByRole('dialog').getByText(/^blc_/).first().textContent()) ?? ''
    await button(page, said('Já copiei')).click()
  }
  const address = new URL('/api/mcp', page.url()).href
  const { conversations } = await call(address, 'find_conversations', { status: 'open' })
  for (const { id } of conversations) await call(address, 'answer_conversation', { conversationId: id, text })
  await page.goto(new URL('/tickets', page.url()).href)
  await openTicket(page)
  await page.getByRole('list', { name: said('Respostas propostas') }).waitFor()
}

const text =
  'Oi! O bolo de cenoura com brigadeiro serve 20 pessoas e sai por R$ 140. Entregamos no sábado até as 11h. Posso reservar?'

async function call(address: string, name: string, input: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(message) })
  const { result } = (await response.json()) as { result: { content: { text: string }[] } }
  return JSON.parse(result.content[0]?.text ?? '') as { conversations: { id: number }[] }
}

import type { Language } from '../src/shared/enums'

/** Answer of a customer, a file, or what a service answers; an object by language for words. */
export type Said = string | { file: string } | { saved: Record<string, string> | null } | Record<Language, string>

/** A conversation with a ready-made flow. */
export interface Conversation {
  name: string
  key: string
  /** Day, `yyyy-mm-dd`; a Monday without one. */
  date?: string
  hora?: string
  says: Said[]
  /** Effects and end: the id of each node that speaks, then `queue` or `close`. */
  path: string[]
  /** Texts that occur in what the flow says, with the answers of the customer. */
  hears?: string[]
}

export const conversations: Conversation[] = [
  {
    ...{ name: 'a customer who wants a quote', key: 'welcome', says: ['1', 'Um bolo para 30'] },
    ...{ path: ['hello', 'menu', 'ask', 'thanks', 'queue'], hears: ['Ana', 'Um bolo para 30', '2026'] },
  },
  {
    ...{ name: 'a customer who reads the hours, goes back and asks for a person', key: 'welcome' },
    ...{
      says: ['4', '1', '4', '2'],
      path: ['hello', 'menu', 'hours', 'more', 'menu', 'hours', 'more', 'person', 'queue'],
    },
  },
  {
    ...{ name: 'a customer who answers wrong, then rightly', key: 'welcome', says: ['Oi?', '2', 'Não chegou'] },
    ...{ path: ['hello', 'menu', 'menu', 'ask', 'thanks', 'queue'] },
  },
  { name: 'a customer at noon', key: 'openingHours', hora: '12:00:00', says: [], path: ['open', 'queue'] },
  {
    ...{ name: 'a customer on Saturday at noon', key: 'openingHours', date: '2026-03-07', hora: '12:00:00' },
    ...{ says: ['2', 'Quero um orçamento'], path: ['closed', 'menu', 'text', 'noted', 'queue'] },
  },
  {
    name: 'a customer at the minute of opening',
    key: 'openingHours',
    hora: '08:00:00',
    says: [],
    path: ['open', 'queue'],
  },
  {
    ...{ name: 'a customer at the minute of closing who wants a call', key: 'openingHours', hora: '18:00:00' },
    ...{ says: ['1', 'amanhã às 10', '11 98888-7777'], path: ['closed', 'menu', 'when', 'phone', 'call', 'queue'] },
    hears: ['amanhã às 10', '11 98888-7777'],
  },
  {
    ...{ name: 'a customer at night who wants a call at this number', key: 'openingHours', hora: '03:10:00' },
    says: ['1', 'amanhã às 10', { pt: 'Este', en: 'this', es: 'ESTE' }],
    path: ['closed', 'menu', 'when', 'phone', 'here', 'queue'],
  },
  {
    ...{ name: 'a customer before opening who leaves a message', key: 'openingHours', hora: '07:59:59' },
    ...{ says: ['2', 'Quero um orçamento'], path: ['closed', 'menu', 'text', 'noted', 'queue'] },
  },
  {
    ...{ name: 'a customer whose order is on its way', key: 'orderStatus' },
    says: ['1234', { saved: { status: 'Enviado', delivery: '3 de maio' } }, '3'],
    path: ['ask', 'GET https://loja.test/pedidos/1234', 'found', 'date', 'more', 'end', 'close'],
    hears: ['1234', 'Enviado', '3 de maio'],
  },
  {
    ...{ name: 'a customer who mistypes the number once', key: 'orderStatus' },
    says: ['99', { saved: null }, '1', '1234', { saved: { status: 'Pronto' } }, '2'],
    path: [
      ...['ask', 'GET https://loja.test/pedidos/99', 'missing', 'more', 'ask', 'GET https://loja.test/pedidos/1234'],
      ...['found', 'more', 'person', 'queue'],
    ],
  },
  {
    ...{ name: 'a service that answers without a status', key: 'orderStatus', says: ['5', { saved: {} }, '3'] },
    path: ['ask', 'GET https://loja.test/pedidos/5', 'missing', 'more', 'end', 'close'],
  },
  {
    ...{ name: 'a happy customer with a comment', key: 'survey', says: ['5', 'Adorei a torta'] },
    path: ['menu', 'high', 'shared', 'end', 'close'],
  },
  {
    ...{ name: 'a happy customer without a comment', key: 'survey', says: ['4', { pt: 'Não', en: 'No', es: 'no' }] },
    path: ['menu', 'high', 'end', 'close'],
  },
  {
    name: 'a customer with a middling score',
    key: 'survey',
    says: ['3', 'Demorou'],
    path: ['menu', 'middle', 'end', 'close'],
  },
  {
    ...{
      name: 'an unhappy customer',
      key: 'survey',
      says: ['1', 'Veio errado'],
      path: ['menu', 'low', 'sorry', 'queue'],
    },
  },
  {
    ...{ name: 'an urgent lead', key: 'lead', says: ['Bolo de casamento', '1', 'ana@correio.test'] },
    path: ['hello', 'interest', 'when', 'email', 'summary', 'person', 'queue'],
    hears: ['Bolo de casamento', 'ana@correio.test'],
  },
  {
    ...{
      name: 'a lead with a wrong e-mail who is looking around',
      key: 'lead',
      says: ['Doces', '3', 'ana', 'ana@correio.test'],
    },
    path: ['hello', 'interest', 'when', 'email', 'wrong', 'email', 'summary', 'end', 'close'],
  },
  {
    ...{ name: 'a customer who books an afternoon', key: 'appointment', says: ['Degustação', 'sexta', '2', '1'] },
    path: ['hello', 'service', 'day', 'period', 'check', 'sent', 'queue'],
    hears: ['Degustação', 'sexta'],
  },
  {
    ...{ name: 'a customer who corrects, then gives up', key: 'appointment' },
    says: ['Corte', 'sexta', '1', '2', 'Corte e barba', 'sábado', '1', '3'],
    path: ['hello', 'service', 'day', 'period', 'check', 'service', 'day', 'period', 'check', 'end', 'close'],
    hears: ['Corte e barba', 'sábado'],
  },
  {
    ...{ name: 'a customer who pays and sends a photo', key: 'payment', says: ['1', { file: 'comprovante.jpg' }] },
    path: ['reminder', 'wait', 'reminder', 'menu', 'receipt', 'thanks', 'queue'],
    hears: ['00020126PIX'],
  },
  {
    ...{ name: 'a customer who needs more time', key: 'payment', says: ['2', 'dia 10'] },
    path: ['reminder', 'wait', 'reminder', 'menu', 'date', 'noted', 'queue'],
    hears: ['dia 10'],
  },
  {
    ...{ name: 'a customer who wants to talk about the payment', key: 'payment', says: ['3'] },
    path: ['reminder', 'wait', 'reminder', 'menu', 'person', 'queue'],
  },
]

/** The address has the variable of each language; one of them is empty. */
const address = 'https://loja.test/pedidos/{{pedido}}{{order}}'
/** Values with which the flows are made. */
export const readyAnswers = { queue: { id: 1, name: 'Suporte' }, address, pixCode: '00020126PIX' }

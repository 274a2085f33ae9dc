import { buildFlow, condition, end, menu, message, question, type ReadyNode, ticket } from '../graph'
import { readyFlow } from '../ready-flow'

/** Texts of the ready-made flow that looks up the status of an order; its nodes stand at the end of the file. */
const pt = {
  name: 'Situação do pedido',
  description: 'Pergunta o número do pedido e busca a situação no seu sistema, por um endereço que responde JSON.',
  address: 'https://exemplo.com.br/pedidos/{{pedido}}',
  ask: 'Qual é o número do pedido?',
  key: 'pedido',
  statusKey: 'situacao',
  dateKey: 'previsao',
  found: 'Pedido {{pedido}}: *{{situacao}}*',
  date: 'Previsão de entrega: {{previsao}}',
  missing: 'Não encontrei o pedido {{pedido}}.',
  more: 'O que deseja fazer?',
  options: ['Consultar outro pedido', 'Falar com uma pessoa', 'Encerrar'],
  person: 'Certo, {{firstName}}. Uma pessoa vai responder em breve.',
  bye: 'Obrigado, {{firstName}}! Até logo.',
}
const en: typeof pt = {
  name: 'Order status',
  description: 'Asks for the order number and looks up its status in your system, at an address that returns JSON.',
  address: 'https://example.com/orders/{{order}}',
  ask: 'What is your order number?',
  key: 'order',
  statusKey: 'status',
  dateKey: 'delivery',
  found: 'Order {{order}}: *{{status}}*',
  date: 'Expected delivery: {{delivery}}',
  missing: 'I did not find order {{order}}.',
  more: 'What would you like to do?',
  options: ['Look up another order', 'Talk to a person', 'Finish'],
  person: 'All right, {{firstName}}. A person will answer soon.',
  bye: 'Thank you, {{firstName}}! Goodbye.',
}
const es: typeof pt = {
  name: 'Estado del pedido',
  description: 'Pregunta el número del pedido y busca su estado en su sistema, en una dirección que responde JSON.',
  address: 'https://ejemplo.com/pedidos/{{pedido}}',
  ask: '¿Cuál es el número del pedido?',
  key: 'pedido',
  statusKey: 'estado',
  dateKey: 'entrega',
  found: 'Pedido {{pedido}}: *{{estado}}*',
  date: 'Entrega prevista: {{entrega}}',
  missing: 'No encontré el pedido {{pedido}}.',
  more: '¿Qué desea hacer?',
  options: ['Consultar otro pedido', 'Hablar con una persona', 'Terminar'],
  person: 'Muy bien, {{firstName}}. Una persona responderá pronto.',
  bye: '¡Gracias, {{firstName}}! Hasta pronto.',
}

/** The service answers `{"status": "…", "delivery": "…"}`; `delivery` may be left out. */
const request = (t: typeof pt, url: string): ReadyNode => [
  ...(['request', 'request'] as const),
  {
    ...{ method: 'GET', url, headers: [{ name: 'accept', value: 'application/json' }], body: '' },
    saves: [
      { path: 'status', key: t.statusKey },
      { path: 'delivery', key: t.dateKey },
    ],
  },
]

export const orderStatus = readyFlow('orderStatus', ['address', 'queue'], { pt, en, es }, (t, { address, queue }) =>
  buildFlow(
    [
      question('ask', t.ask, t.key),
      request(t, address),
      condition('known', t.statusKey, 'notEmpty', ''),
      message('found', t.found),
      condition('dated', t.dateKey, 'notEmpty', ''),
      message('date', t.date),
      message('missing', t.missing),
      menu('more', t.more, t.options),
      message('person', t.person),
      ticket('queue', queue),
      end('end', t.bye),
    ],
    [
      ...['1 > ask', 'ask > request', 'request.a > known', 'request.b > missing', 'known.a > found'],
      ...['known.b > missing', 'found > dated', 'dated.a > date', 'dated.b > more', 'date > more', 'missing > more'],
      ...['more.a1 > ask', 'more.a2 > person', 'person > queue', 'more.a3 > end'],
    ],
  ),
)

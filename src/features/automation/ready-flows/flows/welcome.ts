import { buildFlow, menu, message, question, ticket } from '../graph'
import { readyFlow } from '../ready-flow'

/** Texts of the ready-made flow that greets and asks for the subject; its nodes stand at the end of the file. */
const pt = {
  name: 'Boas-vindas e triagem',
  description: 'Cumprimenta, pergunta o assunto e o motivo, e passa o atendimento para o setor.',
  hello: '{{greeting}}, {{firstName}}! Que bom receber a sua mensagem.',
  menu: 'Como podemos ajudar?',
  options: ['Fazer um pedido ou orçamento', 'Ajuda com um pedido', 'Pagamentos', 'Horário de atendimento'],
  key: 'assunto',
  hours: 'Atendemos de segunda a sexta, das 8h às 18h.',
  more: 'Posso ajudar em mais alguma coisa?',
  moreOptions: ['Voltar ao início', 'Falar com uma pessoa'],
  ask: 'Certo! Conte em uma mensagem o que você precisa.',
  reason: 'motivo',
  thanks:
    'Obrigado! Já anotamos:\n*{{assunto}}*\n{{motivo}}\n\nProtocolo {{protocol}}. Uma pessoa vai responder em breve.',
  person: 'Certo, {{firstName}}. Uma pessoa vai responder em breve.',
}
const en: typeof pt = {
  name: 'Welcome and triage',
  description: 'Greets, asks for the subject and the reason, and hands the ticket to the queue.',
  hello: '{{greeting}}, {{firstName}}! Thank you for your message.',
  menu: 'How can we help?',
  options: ['Place an order or get a quote', 'Help with an order', 'Payments', 'Opening hours'],
  key: 'subject',
  hours: 'We are open Monday to Friday, 8 am to 6 pm.',
  more: 'Is there anything else we can do for you?',
  moreOptions: ['Back to the start', 'Talk to a person'],
  ask: 'All right! Tell us in one message what you need.',
  reason: 'reason',
  thanks: 'Thank you! We noted:\n*{{subject}}*\n{{reason}}\n\nReference {{protocol}}. A person will answer soon.',
  person: 'All right, {{firstName}}. A person will answer soon.',
}
const es: typeof pt = {
  name: 'Bienvenida y clasificación',
  description: 'Saluda, pregunta el asunto y el motivo, y pasa la conversación al sector.',
  hello: '¡{{greeting}}, {{firstName}}! Gracias por su mensaje.',
  menu: '¿En qué podemos ayudarle?',
  options: ['Hacer un pedido o presupuesto', 'Ayuda con un pedido', 'Pagos', 'Horario de atención'],
  key: 'asunto',
  hours: 'Atendemos de lunes a viernes, de 8 a 18 h.',
  more: '¿Podemos ayudarle en algo más?',
  moreOptions: ['Volver al inicio', 'Hablar con una persona'],
  ask: '¡Muy bien! Cuente en un mensaje lo que necesita.',
  reason: 'motivo',
  thanks: '¡Gracias! Ya anotamos:\n*{{asunto}}*\n{{motivo}}\n\nProtocolo {{protocol}}. Una persona responderá pronto.',
  person: 'Muy bien, {{firstName}}. Una persona responderá pronto.',
}

export const welcome = readyFlow('welcome', ['queue'], { pt, en, es }, (t, { queue }) =>
  buildFlow(
    [
      message('hello', t.hello),
      menu('menu', t.menu, t.options, t.key),
      question('ask', t.ask, t.reason),
      message('thanks', t.thanks),
      message('hours', t.hours),
      menu('more', t.more, t.moreOptions),
      message('person', t.person),
      ticket('queue', queue),
    ],
    [
      ...['1 > hello', 'hello > menu', 'menu.a1 > ask', 'menu.a2 > ask', 'menu.a3 > ask', 'menu.a4 > hours'],
      ...['ask > thanks', 'thanks > queue', 'hours > more', 'more.a1 > menu', 'more.a2 > person', 'person > queue'],
    ],
  ),
)

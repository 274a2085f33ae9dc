import { buildFlow, menu, message, question, type ReadyNode, ticket } from '../graph'
import { readyFlow } from '../ready-flow'

/** Texts of the ready-made flow that reminds of a payment and sends the Pix code; its nodes stand at the end of the file. */
const pt = {
  name: 'Lembrete de pagamento com Pix',
  description: 'Lembra do pagamento, envia o código Pix numa mensagem só dele e recebe o comprovante.',
  hello:
    'Olá, {{firstName}}! Este é um lembrete do seu pagamento em aberto. Para pagar agora, copie o código Pix abaixo:',
  menu: 'Depois de pagar, responda aqui:',
  options: ['Já paguei', 'Preciso de outro prazo', 'Falar com o financeiro'],
  receipt: 'Envie o comprovante, em foto ou PDF.',
  receiptKey: 'comprovante',
  thanks: 'Obrigado! Conferimos o pagamento e avisamos por aqui. Protocolo {{protocol}}.',
  date: 'Em que dia você consegue pagar?',
  dateKey: 'novo_prazo',
  noted: 'Anotado: {{novo_prazo}}. O financeiro responde em breve.',
  person: 'Certo. O financeiro responde em breve.',
}
const en: typeof pt = {
  name: 'Payment reminder with Pix code',
  description: 'Reminds of a payment, sends the Pix code in a message of its own and takes the receipt.',
  hello: 'Hello, {{firstName}}! This is a reminder of your open payment. To pay now, copy the Pix code below:',
  menu: 'After paying, answer here:',
  options: ['I have paid', 'I need more time', 'Talk to the finance team'],
  receipt: 'Please send the receipt as a photo or PDF.',
  receiptKey: 'receipt',
  thanks: 'Thank you! We will check the payment and let you know here. Reference {{protocol}}.',
  date: 'On which day can you pay?',
  dateKey: 'new_date',
  noted: 'Noted: {{new_date}}. The finance team will answer soon.',
  person: 'All right. The finance team will answer soon.',
}
const es: typeof pt = {
  name: 'Recordatorio de pago con Pix',
  description: 'Recuerda el pago, envía el código Pix en un mensaje propio y recibe el comprobante.',
  hello:
    '¡Hola, {{firstName}}! Este es un recordatorio de su pago pendiente. Para pagar ahora, copie el código Pix de abajo:',
  menu: 'Después de pagar, responda aquí:',
  options: ['Ya pagué', 'Necesito otro plazo', 'Hablar con finanzas'],
  receipt: 'Envíe el comprobante, en foto o PDF.',
  receiptKey: 'comprobante',
  thanks: '¡Gracias! Revisaremos el pago y le avisaremos por aquí. Protocolo {{protocol}}.',
  date: '¿Qué día puede pagar?',
  dateKey: 'nuevo_plazo',
  noted: 'Anotado: {{nuevo_plazo}}. Finanzas responderá pronto.',
  person: 'Muy bien. Finanzas responderá pronto.',
}

/** The code alone in a message, so that one touch copies it. */
const reminder = (hello: string, code: string): ReadyNode => [
  ...(['reminder', 'singleBlock'] as const),
  {
    seq: ['message0', 'interval1', 'message2'],
    elements: [
      { type: 'message', number: 'message0', value: hello },
      { type: 'interval', number: 'interval1', value: 2 },
      { type: 'message', number: 'message2', value: code },
    ],
  },
]

export const payment = readyFlow('payment', ['pixCode', 'queue'], { pt, en, es }, (t, { pixCode, queue }) =>
  buildFlow(
    [
      reminder(t.hello, pixCode),
      menu('menu', t.menu, t.options),
      question('receipt', t.receipt, t.receiptKey),
      message('thanks', t.thanks),
      question('date', t.date, t.dateKey),
      message('noted', t.noted),
      message('person', t.person),
      ticket('queue', queue),
    ],
    [
      ...['1 > reminder', 'reminder > menu', 'menu.a1 > receipt', 'receipt > thanks', 'thanks > queue'],
      ...['menu.a2 > date', 'date > noted', 'noted > queue', 'menu.a3 > person', 'person > queue'],
    ],
  ),
)

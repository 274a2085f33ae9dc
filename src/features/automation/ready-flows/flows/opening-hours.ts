import { buildFlow, condition, menu, message, openCondition, question, ticket, workdays } from '../graph'
import { readyFlow } from '../ready-flow'

/** Texts of the ready-made flow that answers about opening hours; its nodes stand at the end of the file. */
const pt = {
  name: 'Horário de atendimento com retorno',
  description:
    'De segunda a sexta, das 8h às 18h, passa para as pessoas; fora desse horário anota quando e em que número retornar.',
  open: '{{greeting}}, {{firstName}}! Uma pessoa já vai responder.',
  closed: '{{greeting}}, {{firstName}}! Agora estamos fechados. Atendemos de segunda a sexta, das 8h às 18h.',
  menu: 'O que prefere?',
  options: ['Receber uma ligação', 'Deixar uma mensagem'],
  when: 'Qual é o melhor dia e horário para ligar?',
  whenKey: 'horario',
  phone: 'Em que número ligamos? Responda com o número, ou com *este* para usar este WhatsApp.',
  phoneKey: 'telefone',
  same: 'este',
  here: 'Anotado! Vamos ligar: {{horario}}, neste número. Protocolo {{protocol}}.',
  call: 'Anotado! Vamos ligar: {{horario}}, no número {{telefone}}. Protocolo {{protocol}}.',
  text: 'Escreva a sua mensagem. Respondemos assim que abrirmos.',
  textKey: 'recado',
  noted: 'Recebemos a sua mensagem, {{firstName}}. Respondemos assim que abrirmos. Protocolo {{protocol}}.',
}
const en: typeof pt = {
  name: 'Opening hours with call-back',
  description:
    'From Monday to Friday, 8 am to 6 pm, hands over to people; at other times notes when and on which number to call back.',
  open: '{{greeting}}, {{firstName}}! A person will answer in a moment.',
  closed: '{{greeting}}, {{firstName}}! We are closed now. We are open from Monday to Friday, 8 am to 6 pm.',
  menu: 'What do you prefer?',
  options: ['Get a call', 'Leave a message'],
  when: 'Which day and time suit you best for a call?',
  whenKey: 'time',
  phone: 'Which number shall we call? Answer with the number, or with *this* to use this WhatsApp.',
  phoneKey: 'phone',
  same: 'this',
  here: 'Noted! We will call: {{time}}, this number. Reference {{protocol}}.',
  call: 'Noted! We will call: {{time}}, number {{phone}}. Reference {{protocol}}.',
  text: 'Write your message. We will answer as soon as we open.',
  textKey: 'note',
  noted: 'We received your message, {{firstName}}. We will answer as soon as we open. Reference {{protocol}}.',
}
const es: typeof pt = {
  name: 'Horario de atención con llamada',
  description:
    'De lunes a viernes, de 8 a 18 h, pasa a las personas; fuera de ese horario anota cuándo y a qué número llamar.',
  open: '¡{{greeting}}, {{firstName}}! Una persona responderá enseguida.',
  closed: '¡{{greeting}}, {{firstName}}! Ahora estamos cerrados. Atendemos de lunes a viernes, de 8 a 18 h.',
  menu: '¿Qué prefiere?',
  options: ['Recibir una llamada', 'Dejar un mensaje'],
  when: '¿Cuál es el mejor día y horario para llamarle?',
  whenKey: 'horario',
  phone: '¿A qué número llamamos? Responda con el número, o con *este* para usar este WhatsApp.',
  phoneKey: 'telefono',
  same: 'este',
  here: '¡Anotado! Le llamaremos: {{horario}}, a este número. Protocolo {{protocol}}.',
  call: '¡Anotado! Le llamaremos: {{horario}}, al número {{telefono}}. Protocolo {{protocol}}.',
  text: 'Escriba su mensaje. Responderemos apenas abramos.',
  textKey: 'recado',
  noted: 'Recibimos su mensaje, {{firstName}}. Responderemos apenas abramos. Protocolo {{protocol}}.',
}

export const openingHours = readyFlow('openingHours', ['queue'], { pt, en, es }, (t, { queue }) =>
  buildFlow(
    [
      openCondition('hours', workdays('08:00', '18:00')),
      message('open', t.open),
      message('closed', t.closed),
      menu('menu', t.menu, t.options),
      question('when', t.when, t.whenKey),
      question('phone', t.phone, t.phoneKey),
      condition('same', t.phoneKey, 'equal', t.same),
      message('here', t.here),
      message('call', t.call),
      question('text', t.text, t.textKey),
      message('noted', t.noted),
      ticket('queue', queue),
    ],
    [
      ...['1 > hours', 'hours.a > open', 'hours.b > closed', 'open > queue'],
      ...['closed > menu', 'menu.a1 > when', 'when > phone', 'phone > same', 'same.a > here', 'here > queue'],
      ...['same.b > call', 'call > queue'],
      ...['menu.a2 > text', 'text > noted', 'noted > queue'],
    ],
  ),
)

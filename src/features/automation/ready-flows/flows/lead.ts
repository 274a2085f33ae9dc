import { buildFlow, condition, end, menu, message, question, ticket } from '../graph'
import { readyFlow } from '../ready-flow'

/** Texts of the ready-made flow that asks what a lead is looking for and when; its nodes stand at the end of the file. */
const pt = {
  name: 'Qualificação de interessados',
  description: 'Pergunta interesse, prazo e e-mail. Quem precisa já fala com uma pessoa; os outros recebem retorno.',
  hello: '{{greeting}}, {{firstName}}! Três perguntas rápidas, para atender você melhor.',
  interest: 'O que você procura?',
  interestKey: 'interesse',
  when: 'Para quando você precisa?',
  times: ['Para já', 'Neste mês', 'Ainda estou pesquisando'],
  timeKey: 'prazo',
  email: 'Qual é o seu e-mail? Enviamos a proposta para ele.',
  emailKey: 'contato',
  at: '@',
  wrong: 'Esse e-mail parece incompleto. Falta o @.',
  summary: 'Anotado:\n• {{interesse}}\n• {{prazo}}\n• {{contato}}',
  now: 'Para já',
  person: 'Uma pessoa vai falar com você agora mesmo.',
  bye: 'Obrigado, {{firstName}}! Enviamos as informações em até um dia útil.',
}
const en: typeof pt = {
  name: 'Lead qualification',
  description: 'Asks for interest, time and e-mail. Urgent ones talk to a person; the others get an answer later.',
  hello: '{{greeting}}, {{firstName}}! Three quick questions, to help you better.',
  interest: 'What are you looking for?',
  interestKey: 'interest',
  when: 'When do you need it?',
  times: ['Right now', 'This month', 'I am still looking around'],
  timeKey: 'time',
  email: 'What is your e-mail address? We will send the offer there.',
  emailKey: 'contact',
  at: '@',
  wrong: 'This address seems incomplete. The @ is missing.',
  summary: 'Noted:\n• {{interest}}\n• {{time}}\n• {{contact}}',
  now: 'Right now',
  person: 'A person will talk to you right away.',
  bye: 'Thank you, {{firstName}}! We will send the information within one working day.',
}
const es: typeof pt = {
  name: 'Calificación de interesados',
  description: 'Pregunta interés, plazo y correo. Lo urgente va a una persona; los demás reciben respuesta después.',
  hello: '¡{{greeting}}, {{firstName}}! Tres preguntas rápidas, para atenderle mejor.',
  interest: '¿Qué busca?',
  interestKey: 'interes',
  when: '¿Para cuándo lo necesita?',
  times: ['Ahora mismo', 'Este mes', 'Todavía estoy buscando'],
  timeKey: 'plazo',
  email: '¿Cuál es su correo? Le enviaremos la propuesta.',
  emailKey: 'contacto',
  at: '@',
  wrong: 'Ese correo parece incompleto. Falta la @.',
  summary: 'Anotado:\n• {{interes}}\n• {{plazo}}\n• {{contacto}}',
  now: 'Ahora mismo',
  person: 'Una persona hablará con usted enseguida.',
  bye: '¡Gracias, {{firstName}}! Enviaremos la información en un día hábil.',
}

export const lead = readyFlow('lead', ['queue'], { pt, en, es }, (t, { queue }) =>
  buildFlow(
    [
      message('hello', t.hello),
      question('interest', t.interest, t.interestKey),
      menu('when', t.when, t.times, t.timeKey),
      question('email', t.email, t.emailKey),
      condition('valid', t.emailKey, 'contains', t.at),
      message('wrong', t.wrong),
      message('summary', t.summary),
      condition('urgent', t.timeKey, 'equal', t.now),
      message('person', t.person),
      ticket('queue', queue),
      end('end', t.bye),
    ],
    [
      ...['1 > hello', 'hello > interest', 'interest > when', 'when.a1 > email', 'when.a2 > email', 'when.a3 > email'],
      ...['email > valid', 'valid.a > summary', 'valid.b > wrong', 'wrong > email', 'summary > urgent'],
      ...['urgent.a > person', 'person > queue', 'urgent.b > end'],
    ],
  ),
)

import { buildFlow, end, menu, message, question, ticket } from '../graph'
import { readyFlow } from '../ready-flow'

/** Texts of the ready-made flow that takes a request for an appointment; its nodes stand at the end of the file. */
const pt = {
  name: 'Pedido de agendamento',
  description: 'Pergunta serviço, dia e período, confirma, e passa o pedido para quem cuida da agenda.',
  hello: '{{greeting}}, {{firstName}}! Vamos marcar o seu horário.',
  service: 'Qual serviço você deseja?',
  serviceKey: 'servico',
  day: 'Para que dia? Por exemplo: sexta-feira, 14 de março.',
  dayKey: 'dia',
  period: 'Em que período?',
  periods: ['Manhã', 'Tarde', 'Noite'],
  periodKey: 'periodo',
  check: 'Confira:\n• {{servico}}\n• {{dia}}, {{periodo}}\n\nEstá certo?',
  options: ['Sim, pedir este horário', 'Corrigir', 'Desistir'],
  sent: 'Pedido enviado, {{firstName}}! Uma pessoa confirma o horário em breve. Protocolo {{protocol}}.',
  bye: 'Tudo bem, nada foi marcado. Quando quiser, é só escrever.',
}
const en: typeof pt = {
  name: 'Appointment request',
  description: 'Asks for service, day and time of day, confirms, and hands the request to those who keep the calendar.',
  hello: '{{greeting}}, {{firstName}}! Let us find a time for you.',
  service: 'Which service would you like?',
  serviceKey: 'service',
  day: 'For which day? For example: Friday, 14 March.',
  dayKey: 'day',
  period: 'At what time of day?',
  periods: ['Morning', 'Afternoon', 'Evening'],
  periodKey: 'period',
  check: 'Please check:\n• {{service}}\n• {{day}}, {{period}}\n\nIs this right?',
  options: ['Yes, request this time', 'Correct it', 'Give up'],
  sent: 'Request sent, {{firstName}}! A person will confirm the time soon. Reference {{protocol}}.',
  bye: 'All right, nothing was booked. Write to us whenever you like.',
}
const es: typeof pt = {
  name: 'Solicitud de turno',
  description: 'Pregunta servicio, día y horario, confirma, y pasa la solicitud a quien lleva la agenda.',
  hello: '¡{{greeting}}, {{firstName}}! Vamos a reservar su turno.',
  service: '¿Qué servicio desea?',
  serviceKey: 'servicio',
  day: '¿Para qué día? Por ejemplo: viernes 14 de marzo.',
  dayKey: 'dia',
  period: '¿En qué horario?',
  periods: ['Mañana', 'Tarde', 'Noche'],
  periodKey: 'horario',
  check: 'Revise:\n• {{servicio}}\n• {{dia}}, {{horario}}\n\n¿Está bien?',
  options: ['Sí, pedir este turno', 'Corregir', 'Desistir'],
  sent: '¡Solicitud enviada, {{firstName}}! Una persona confirmará el turno pronto. Protocolo {{protocol}}.',
  bye: 'Está bien, no se reservó nada. Cuando quiera, escríbanos.',
}

export const appointment = readyFlow('appointment', ['queue'], { pt, en, es }, (t, { queue }) =>
  buildFlow(
    [
      message('hello', t.hello),
      question('service', t.service, t.serviceKey),
      question('day', t.day, t.dayKey),
      menu('period', t.period, t.periods, t.periodKey),
      menu('check', t.check, t.options),
      message('sent', t.sent),
      ticket('queue', queue),
      end('end', t.bye),
    ],
    [
      ...['1 > hello', 'hello > service', 'service > day', 'day > period', 'period.a1 > check', 'period.a2 > check'],
      ...['period.a3 > check', 'check.a1 > sent', 'sent > queue', 'check.a2 > service', 'check.a3 > end'],
    ],
  ),
)

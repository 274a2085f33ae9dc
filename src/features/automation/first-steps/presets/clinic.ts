import type { Preset } from './preset'

/** Clinic or practice. */
export const clinic: Preset = {
  queues: [
    { pt: 'Agendamentos', en: 'Appointments', es: 'Citas' },
    { pt: 'Exames e resultados', en: 'Tests and results', es: 'Exámenes y resultados' },
    { pt: 'Financeiro e convênios', en: 'Billing and insurance', es: 'Facturación y seguros' },
  ],
  tags: [
    { pt: 'Primeira consulta', en: 'First visit', es: 'Primera consulta' },
    { pt: 'Retorno', en: 'Follow-up', es: 'Control' },
    { pt: 'Convênio', en: 'Insurance', es: 'Seguro' },
    { pt: 'Particular', en: 'Private', es: 'Particular' },
  ],
  replies: [
    [
      { pt: 'ola', en: 'hello', es: 'hola' },
      {
        pt: '{{greeting}}, {{firstName}}! Como posso ajudar?',
        en: '{{greeting}}, {{firstName}}! How can I help you?',
        es: '{{greeting}}, {{firstName}}. ¿En qué puedo ayudarle?',
      },
    ],
    [
      { pt: 'agendar', en: 'book', es: 'cita' },
      {
        pt: 'Para agendar, envie por favor nome completo, data de nascimento e o melhor horário.',
        en: 'To book, please send your full name, date of birth and the time that suits you.',
        es: 'Para agendar, envíe por favor su nombre completo, fecha de nacimiento y el horario que prefiere.',
      },
    ],
    [
      { pt: 'confirmar', en: 'confirm', es: 'confirmar' },
      {
        pt: 'Podemos confirmar a sua consulta? Responda SIM ou informe um novo horário.',
        en: 'Can we confirm your appointment? Reply YES or tell us another time.',
        es: '¿Confirmamos su cita? Responda SÍ o indíquenos otro horario.',
      },
    ],
    [
      { pt: 'endereco', en: 'address', es: 'direccion' },
      {
        pt: 'Ficamos em (cole o endereço). Chegue 10 minutos antes, por favor.',
        en: 'We are at (paste the address). Please arrive 10 minutes early.',
        es: 'Estamos en (pegue la dirección). Llegue 10 minutos antes, por favor.',
      },
    ],
    [
      { pt: 'obrigado', en: 'thanks', es: 'gracias' },
      {
        pt: 'Obrigado pelo contato, {{firstName}}! Estamos à disposição.',
        en: 'Thank you for contacting us, {{firstName}}! We are here if you need anything.',
        es: '¡Gracias por escribirnos, {{firstName}}! Quedamos a su disposición.',
      },
    ],
  ],
  weekdays: ['08:00', '18:00'],
  saturday: ['08:00', '12:00'],
  sunday: null,
}

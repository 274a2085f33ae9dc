import type { Preset } from './preset'

/** Services at the customer’s place or in a workshop. */
export const services: Preset = {
  queues: [
    { pt: 'Comercial', en: 'Sales', es: 'Comercial' },
    { pt: 'Suporte técnico', en: 'Technical support', es: 'Soporte técnico' },
    { pt: 'Financeiro', en: 'Billing', es: 'Facturación' },
  ],
  tags: [
    { pt: 'Orçamento', en: 'Quote', es: 'Presupuesto' },
    { pt: 'Visita marcada', en: 'Visit scheduled', es: 'Visita programada' },
    { pt: 'Em execução', en: 'In progress', es: 'En ejecución' },
    { pt: 'Garantia', en: 'Warranty', es: 'Garantía' },
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
      { pt: 'orcamento', en: 'quote', es: 'presupuesto' },
      {
        pt: 'Para o orçamento, conte o que precisa e, se puder, envie fotos.',
        en: 'For a quote, tell us what you need and send photos if you can.',
        es: 'Para el presupuesto, cuéntenos qué necesita y, si puede, envíe fotos.',
      },
    ],
    [
      { pt: 'visita', en: 'visit', es: 'visita' },
      {
        pt: 'Qual o melhor dia e horário para a visita?',
        en: 'Which day and time suit you for the visit?',
        es: '¿Qué día y horario prefiere para la visita?',
      },
    ],
    [
      { pt: 'momento', en: 'moment', es: 'momento' },
      {
        pt: 'Só um momento, por favor. Já verifico para você.',
        en: 'One moment, please. I am checking this for you.',
        es: 'Un momento, por favor. Ya lo verifico.',
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

import type { Preset } from './preset'

/** Shop, also online. */
export const shop: Preset = {
  queues: [
    { pt: 'Vendas', en: 'Sales', es: 'Ventas' },
    { pt: 'Trocas e devoluções', en: 'Returns', es: 'Cambios y devoluciones' },
    { pt: 'Financeiro', en: 'Billing', es: 'Facturación' },
  ],
  tags: [
    { pt: 'Orçamento', en: 'Quote', es: 'Presupuesto' },
    { pt: 'Aguardando pagamento', en: 'Awaiting payment', es: 'Esperando el pago' },
    { pt: 'Enviado', en: 'Shipped', es: 'Enviado' },
    { pt: 'Pós-venda', en: 'After sales', es: 'Posventa' },
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
      { pt: 'pix', en: 'payment', es: 'pago' },
      {
        pt: 'Você pode pagar por Pix ou cartão. Qual prefere?',
        en: 'You can pay by card or bank transfer. Which do you prefer?',
        es: 'Puede pagar con tarjeta o transferencia. ¿Qué prefiere?',
      },
    ],
    [
      { pt: 'prazo', en: 'delivery', es: 'entrega' },
      {
        pt: 'O prazo de entrega é de 2 a 5 dias úteis depois do pagamento.',
        en: 'Delivery takes 2 to 5 working days after payment.',
        es: 'La entrega tarda de 2 a 5 días hábiles después del pago.',
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
  weekdays: ['09:00', '18:00'],
  saturday: ['09:00', '13:00'],
  sunday: null,
}

import type { Preset } from './preset'

/** Restaurant with delivery. */
export const food: Preset = {
  queues: [
    { pt: 'Pedidos', en: 'Orders', es: 'Pedidos' },
    { pt: 'Reservas', en: 'Reservations', es: 'Reservas' },
    { pt: 'Reclamações', en: 'Complaints', es: 'Reclamos' },
  ],
  tags: [
    { pt: 'Em preparo', en: 'Being prepared', es: 'En preparación' },
    { pt: 'Saiu para entrega', en: 'Out for delivery', es: 'En camino' },
    { pt: 'Retirada', en: 'Pickup', es: 'Retiro en el local' },
    { pt: 'Cliente fiel', en: 'Regular customer', es: 'Cliente frecuente' },
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
      { pt: 'cardapio', en: 'menu', es: 'menu' },
      {
        pt: 'Nosso cardápio está aqui: (cole o link). Qual será o seu pedido?',
        en: 'Here is our menu: (paste the link). What would you like to order?',
        es: 'Aquí está nuestro menú: (pegue el enlace). ¿Qué desea pedir?',
      },
    ],
    [
      { pt: 'endereco', en: 'address', es: 'direccion' },
      {
        pt: 'Qual é o endereço de entrega, com número e complemento?',
        en: 'What is the delivery address, with number and apartment?',
        es: '¿Cuál es la dirección de entrega, con número y apartamento?',
      },
    ],
    [
      { pt: 'saiu', en: 'onway', es: 'camino' },
      {
        pt: 'Seu pedido saiu para entrega e chega em cerca de 30 minutos.',
        en: 'Your order is on its way and arrives in about 30 minutes.',
        es: 'Su pedido va en camino y llega en unos 30 minutos.',
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
  weekdays: ['11:00', '23:00'],
  saturday: ['11:00', '23:30'],
  sunday: ['11:00', '22:00'],
}

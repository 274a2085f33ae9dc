import type { Texts } from '../pt/all'

export const firstSteps: Texts['firstSteps'] = {
  title: 'Primeros pasos',
  lead: 'Para responder al primer cliente. La lista se marca sola.',
  count: '{{done}} de {{all}}',
  done: 'hecho',
  hide: 'Ocultar',
  made: 'Creado. Sectores: {{queues}}, etiquetas: {{tags}}, respuestas rápidas: {{quickMessages}}.',
  madeForNumber: 'Los sectores se incluyeron en la conexión {{name}}.',
  presets: '¿Cuál es su negocio?',
  presetsText: 'Crea sectores, etiquetas, respuestas rápidas y horario. Todo se puede cambiar después.',
  kinds: {
    shop: 'Tienda',
    food: 'Restaurante y entregas',
    clinic: 'Clínica o consultorio',
    services: 'Servicios',
  },
  steps: {
    connection: 'Conectar WhatsApp',
    queues: 'Crear sectores',
    team: 'Agregar su equipo',
    hours: 'Definir el horario de atención',
    quickMessages: 'Escribir respuestas rápidas',
    answer: 'Responder al primer cliente',
  },
  texts: {
    connection: 'Lea el código QR con el celular de la empresa.',
    queues: 'Por ejemplo Ventas y Soporte. Cada agente ve los suyos.',
    team: 'Invite por correo o con un enlace. Cada persona entra con su propio correo.',
    hours: 'Fuera de él, el cliente recibe el mensaje fuera de horario.',
    quickMessages: 'Textos listos que usted inserta con / en la conversación.',
    answer: 'Envíe un mensaje a su número desde otro celular, acéptelo en la pestaña En espera y responda.',
  },
  openTickets: 'Ir a las conversaciones',
  answerSimulated:
    'Abra los celulares de los clientes, escriba como uno de ellos, acepte en la pestaña En espera y responda.',
  actions: {
    connection: 'Conectar',
    queues: 'Crear',
    team: 'Invitar',
    hours: 'Definir',
    quickMessages: 'Escribir',
    answer: 'Abrir los celulares',
  },
}

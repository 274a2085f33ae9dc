import type { Texts } from '../pt/all'

export const gaps: Texts['gaps'] = {
  title: 'Hay clientes que el equipo no ve',
  texts: {
    connectionWithoutQueue: 'La conexión {{name}} no tiene sector: los agentes no ven quién le escribe.',
    queueWithoutNumber: 'El sector {{name}} no está en ninguna conexión: ningún cliente llega a él por el menú.',
    queueWithoutPeople: 'El sector {{name}} no tiene agentes: solo los administradores ven a sus clientes.',
    personWithoutTickets: '{{name}} no ve clientes nuevos: no tiene un sector que esté en una conexión.',
  },
  actions: {
    connectionWithoutQueue: 'Elegir sectores',
    queueWithoutNumber: 'Abrir la conexión',
    queueWithoutPeople: 'Elegir agentes',
    personWithoutTickets: 'Elegir sectores',
  },
  showAll: 'Mostrar todos ({{count}})',
  selfTitle: 'Usted todavía no recibe clientes',
  selfText: 'No tiene un sector que esté en una conexión. Pida a un administrador que elija sus sectores.',
}

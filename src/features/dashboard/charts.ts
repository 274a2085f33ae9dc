import type { Dashboard, TicketsDay, TicketsUsers } from './model'

/** GET /dashboard/ticketsUsers: what each person finished (specification §7). */
export const ticketsUsers = ({ attendants }: Dashboard): TicketsUsers => ({
  data: attendants.map(({ name, tickets }) => ({ quantidade: tickets, nome: name })),
})

/** GET /dashboard/ticketsDay: what began each day, or, of one day, each hour. */
export const ticketsDay = ({ counters, moments }: Dashboard): TicketsDay => ({
  count: counters.supportBegan,
  data: moments.map(({ day, hour, began }) =>
    hour === null ? { total: began, data: day.split('-').reverse().join('/') } : { total: began, horario: hour },
  ),
})

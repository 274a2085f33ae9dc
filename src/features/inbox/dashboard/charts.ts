import type { Dashboard, TicketsDay, TicketsUsers } from './model'

/** GET /dashboard/ticketsUsers: tickets finished by each person. */
export const ticketsUsers = ({ attendants }: Dashboard): TicketsUsers => ({
  data: attendants.map(({ name, tickets }) => ({ quantidade: tickets, nome: name })),
})

/** GET /dashboard/ticketsDay: attendances begun per day, or per hour when the period is one day. */
export const ticketsDay = ({ counters, moments }: Dashboard): TicketsDay => ({
  count: counters.supportBegan,
  data: moments.map(({ day, hour, began }) =>
    hour === null ? { total: began, data: day.split('-').reverse().join('/') } : { total: began, horario: hour },
  ),
})

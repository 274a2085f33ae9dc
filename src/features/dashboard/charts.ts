import type { Dashboard } from './model'

/** GET /dashboard/ticketsUsers: what each person finished (specification §7). */
export const ticketsUsers = ({ attendants }: Dashboard) => ({
  data: attendants.map(({ name, tickets }) => ({ quantidade: tickets, nome: name })),
})

/** GET /dashboard/ticketsDay: what began each day, or, of one day, each hour. */
export const ticketsDay = ({ counters, moments }: Dashboard) => ({
  count: counters.supportBegan,
  data: moments.map(({ day, hour, began }) =>
    hour === null ? { total: began, data: day.split('-').reverse().join('/') } : { total: began, horario: hour },
  ),
})

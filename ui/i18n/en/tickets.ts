export const tickets = {
  title: 'Tickets',
}

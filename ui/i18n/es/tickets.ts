export const tickets = {
  title: 'Atenciones',
}

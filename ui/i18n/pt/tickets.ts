export const tickets = {
  title: 'Atendimentos',
}

export const gaps = {
  title: 'Há clientes que a equipe não vê',
  texts: {
    connectionWithoutQueue: 'A conexão {{name}} não tem setor: os atendentes não veem quem escreve para ela.',
    queueWithoutNumber: 'O setor {{name}} não está em nenhuma conexão: nenhum cliente chega a ele pelo menu.',
    queueWithoutPeople: 'O setor {{name}} não tem atendentes: só administradores veem os clientes dele.',
    personWithoutTickets: '{{name}} não vê clientes novos: não tem setor que esteja em uma conexão.',
  },
  actions: {
    connectionWithoutQueue: 'Escolher setores',
    queueWithoutNumber: 'Abrir a conexão',
    queueWithoutPeople: 'Escolher atendentes',
    personWithoutTickets: 'Escolher setores',
  },
  showAll: 'Mostrar todos ({{count}})',
  selfTitle: 'Você ainda não recebe clientes',
  selfText: 'Você não tem setor que esteja em uma conexão. Peça a um administrador que escolha os seus setores.',
}

export const roleLimits = {
  title: 'O que cada perfil pode',
  hint: 'Desmarque para tirar um direito de um perfil. Vale na hora, também para quem já entrou; nenhum direito além dos de hoje é dado.',
  allTickets: 'Ver atendimentos de colegas',
  allTicketsHint: 'Sem ele: só os próprios, e os que aguardam nos próprios setores.',
  export: 'Exportar',
  exportHint: 'Planilhas de contatos, painel, campanhas e auditoria; cópia da empresa.',
  delete: 'Excluir',
  deleteHint: 'Atendimentos, contatos, listas e campanhas; apagar os dados de uma pessoa.',
  campaigns: 'Campanhas',
  campaignsHint: 'Ver, criar e enviar campanhas; listas de contatos e descadastros.',
  numbers: 'Números dos clientes',
  numbersHint:
    'Sem ele: só os quatro últimos dígitos, também em buscas, planilhas e notificações; e nenhuma importação de contatos.',
}

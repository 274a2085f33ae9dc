/** Texts of the runs of flows in a ticket and of the dialog that starts one; loaded when one of both is shown. */
export const ticketFlows = {
  start: 'Iniciar',
  started: 'Fluxo iniciado.',
  choose: 'Escolha um fluxo',
  flows: 'Fluxos',
  runs: 'Em andamento',
  end: 'Encerrar fluxo',
  hint: {
    open: 'O fluxo conversa com o cliente, e o atendimento volta para a fila de espera.',
    pending: 'O fluxo conversa com o cliente. Um fluxo em andamento é encerrado.',
  },
  ends: {
    end: 'Chegou ao fim',
    ticket: 'Entregue a um setor',
    closed: 'Encerrou o atendimento',
    invalid: 'Saiu após respostas inválidas',
    stopped: 'Encerrado antes do fim',
    steps: 'Parou: passos demais',
    loop: 'Parou: repetição sem espera',
    unknown: 'Parou: bloco desconhecido',
    broken: 'Parou: bloco com defeito',
    program: 'Parou: o serviço não respondeu',
    silent: 'Sem resposta por 24 horas',
    barred: 'Robô desativado',
    taken: 'Uma pessoa assumiu',
  },
}

export const variables = {
  menu: 'Inserir variável',
  firstName: 'Primeiro nome do contato',
  name: 'Nome do contato',
  greeting: 'Saudação da hora: bom dia, boa tarde…',
  protocol: 'Protocolo do atendimento',
  date: 'Data do envio',
  hora: 'Hora do envio',
  chooseFile: 'Escolher arquivo',
  removeFile: 'Remover {{name}}',
  preview: 'Como o cliente recebe',
  sample: 'Maria Souza',
  count: '{{count}} de {{max}} caracteres',
}

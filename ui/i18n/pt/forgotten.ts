export const forgotten = {
  title: 'Esqueceu a senha?',
  lead: 'Digite o e-mail da sua conta. Enviaremos um código para escolher uma nova senha.',
  link: 'Esqueceu a senha?',
  send: 'Enviar código',
  resetTitle: 'Escolha uma nova senha',
  sent: 'Enviamos um código para {{email}}. Ele vale por 15 minutos.',
  code: 'Código do e-mail',
  password: 'Nova senha',
  passwordHint: 'De {{min}} a {{max}} caracteres, com número, letra minúscula e maiúscula.',
  confirmation: 'Repita a nova senha',
  save: 'Salvar a nova senha',
  again: 'Não recebi: enviar outro código',
  done: 'Senha trocada. Entre com a nova senha.',
  toLogin: 'Voltar ao login',
  noMailTitle: 'Este servidor não envia e-mails',
  noMailText:
    'Peça uma nova senha a um administrador da sua empresa: ele pode trocá-la em Usuários. Se você é o administrador, fale com quem cuida do servidor.',
}

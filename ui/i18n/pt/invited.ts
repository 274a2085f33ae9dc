/** Page of an invitation's link, before the login. */
export const invited = {
  title: 'Convite',
  titleOf: 'Entre na equipe de {{company}}',
  lead: '{{name}} convidou você. Escolha a sua senha para começar.',
  signsInWith: 'Você vai entrar com {{email}}.',
  accept: 'Entrar na equipe',
  signedIn: 'Você está na conta de {{name}}. Para usar o convite, saia e abra o link de novo.',
  toHome: 'Ir para o início',
}

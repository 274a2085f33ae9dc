export const invited = {
  title: 'Invitación',
  titleOf: 'Únase al equipo de {{company}}',
  lead: '{{name}} le invita. Elija su contraseña para empezar.',
  signsInWith: 'Entrará con {{email}}.',
  accept: 'Unirse al equipo',
  signedIn: 'Está en la cuenta de {{name}}. Para usar la invitación, salga y abra el enlace de nuevo.',
  toHome: 'Ir al inicio',
}

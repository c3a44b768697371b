/**
 * The rule for e-mail addresses everywhere. Before the @: atoms of RFC 5322, 3.2.3, separated by single dots. After it: a host of
 * at least two labels. Lengths follow RFC 5321, 4.5.3.1, and RFC 1035, 2.3.4.
 */
export const emailPattern =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/i;

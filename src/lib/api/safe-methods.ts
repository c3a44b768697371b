/** The methods that the server answers and that change nothing (RFC 9110, 9.2.1). */
export const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

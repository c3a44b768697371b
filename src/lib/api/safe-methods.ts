/** Methods that change nothing (RFC 9110, 9.2.1), of those that the server answers. */
export const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

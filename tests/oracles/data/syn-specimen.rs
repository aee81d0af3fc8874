// Every class of site, in code and among tokens: a mark gives the number of sites that count, or the class that exempts one.
fn methods(p: P, s: S) -> R {
    f().unwrap(); //~ 1
    p.unwrap(1); //~ arguments
    f().expect("m"); //~ 1
    p.expect(); //~ arguments
    p.expect(1, 2); //~ arguments
    p.expect(','); //~ no message
    p.expect(|c| c == 1); //~ no message
    p.expect(&[1]); //~ no message
    p.expect(Token::Comma); //~ token
    p.expect(Kind::L_PAREN); //~ token of a parser
    s.input.expect(Kind::L_PAREN)?; //~ token of a parser
    f().expect(messages::LOCK); //~ 1
    f().expect(messages::LOCK)?; //~ 1
    f().await.expect("m")?; //~ 1
    f().expect(LOCK)?; //~ 1
    f().expect(what)?; //~ tried, uncertain message
    p.expect("m")?; //~ tried, plain receiver
    self.0.input.expect(LOCK)?; //~ tried, plain receiver
    f()?.input.expect("m")?; //~ 1
    x.map(Option::unwrap); //~ 1
    <Result<u8, u8>>::expect(x, "m"); //~ 1
    Parser::expect(p, "m"); //~ path of another type
    call!(f().await.expect("m")?, a => b); //~ 1
    call!(p.input.expect("m")?, a => b); //~ tried, plain receiver
    call!(f().x.expect("m")?, a => b); //~ 1
    call!(p.expect(Kind::L_PAREN), a => b); //~ token of a parser
    call!(f().expect(Self::LOCK), a => b); //~ 1
    call!(p.expect('c'), a => b); //~ no message
    call!(Parser::expect(p), a => b); //~ path of another type
    quote! { f(#x).expect(#message); unsafe fn #name() {} } //~ 2
}
unsafe fn f() {} //~ 1
unsafe impl Send for S {} //~ 1
pub unsafe auto trait T {} //~ 1
pub unsafe trait U { unsafe fn g(&self); } //~ 2
unsafe extern "C" { pub unsafe fn g(); } //~ 2
#[unsafe(no_mangle)] //~ 1
pub extern "C" fn h() { unsafe { g() } } //~ 1
#[cfg_attr(unix, unsafe(no_mangle))] //~ 1
pub extern "C" fn i(f: unsafe fn(u8)) {} //~ pointer
macro_rules! items {
    ($name:ident, $abi:literal, unsafe fn $x:ident) => {
        pub unsafe fn $name() { unsafe { g() } } //~ 2
        unsafe extern $abi fn type_() {} //~ 1
        unsafe extern $abi { fn g(); } //~ 1
        unsafe auto trait $name {} //~ 1
        type F = unsafe extern "C" fn(u8); //~ pointer
        #[unsafe(no_mangle)] $name //~ 1
        $name.expect($m)?; //~ tried, plain receiver
        $(f($name).expect("m")?)* //~ 1
    };
}

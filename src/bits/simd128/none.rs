//! The 16×16 plane of the portable path on targets whose machines may lack registers of 128 bits: plain words.

pub type PortablePlane16x16 = super::plane::WordPlane<super::token::Portable, 16, 4>;

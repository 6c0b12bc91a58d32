//! The type of the portable path where not every machine of the target has registers of 128 bits.

pub type PortablePlane16x16 = super::plane::WordPlane<super::token::Portable, 16, 4>;
